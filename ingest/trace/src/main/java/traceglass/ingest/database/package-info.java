/// Tables with a time column that are no trace of a known format, read through a database.
package traceglass.ingest.database;
