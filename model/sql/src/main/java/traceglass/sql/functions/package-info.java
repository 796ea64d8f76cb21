/// Functions of values that DuckDB does not have, or has otherwise than SQLite: numbers, text, dates, JSON, profiles.
/// Each is made known to a database when a statement first calls it.
///
/// In: values and tokens. Not in: tables, rows, and the rewriting of statements. A function more is one row in
/// `JavaScalars` or `Builtins`.
package traceglass.sql.functions;
