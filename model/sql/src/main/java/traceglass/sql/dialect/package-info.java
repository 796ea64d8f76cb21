/// SQLite's habits, written as DuckDB's SQL: one class for each kind of thing that is rewritten, and `SqlTranslator`,
/// which applies them in order. `Dialect` says what means what.
///
/// In: tokens and the catalog. Not in: DuckDB's answers; what only a refusal tells is found in `traceglass.sql.repair`
/// and comes here as `Repairs`.
package traceglass.sql.dialect;
