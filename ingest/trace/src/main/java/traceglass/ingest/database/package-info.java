/// Readers of database files that other tools wrote. Importers get rows from them and do not use JDBC.
package traceglass.ingest.database;
