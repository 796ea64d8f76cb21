/// Name resolution: the tables and views visible to a session, its functions, declared types, the names used by a
/// statement, and the `Binder`, which resolves the names of a syntax tree and determines the types of its expressions.
///
/// Uses DuckDB's catalog and tokens. How SQLite would interpret a statement is up to `traceglass.sql.dialect`.
package traceglass.sql.bind;
