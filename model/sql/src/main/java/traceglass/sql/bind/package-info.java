/// Name resolution: the tables and views visible to a session, its functions, declared types, and the names used by
/// a statement.
///
/// Uses DuckDB's catalog and tokens. How SQLite would interpret a statement is up to `traceglass.sql.dialect`.
package traceglass.sql.bind;
