/// Readers of tables and of database files that other tools wrote. Only they use JDBC; importers get rows.
package traceglass.ingest.database;
