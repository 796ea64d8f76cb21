/// Scalar functions that DuckDB lacks, or that behave differently in SQLite: numbers, text, dates, JSON, profiles.
/// Each is registered with a database when a statement first calls it.
///
/// Works on values and tokens. Independent of tables, rows, and the rewriting of statements. To add a function, add
/// a row to `SqlFunctions` or, if it is implemented in Java, an entry to `JavaScalars`.
package traceglass.sql.functions;
