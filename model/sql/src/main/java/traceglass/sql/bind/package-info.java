/// What names stand for: the tables and views that a session sees, the functions it has made, declared types, and what
/// a statement uses.
///
/// In: DuckDB's catalog and tokens. Not in: how SQLite would read a statement, see `traceglass.sql.dialect`.
package traceglass.sql.bind;
