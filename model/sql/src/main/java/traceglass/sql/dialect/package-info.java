/// SQLite's behavior expressed in DuckDB's SQL: one class per kind of rewrite, and `SqlTranslator`, which applies
/// them in order. `Dialect` documents the rules.
///
/// Uses tokens and the catalog. Error messages of DuckDB are interpreted in `traceglass.sql.repair`, whose findings
/// arrive here as `RetryHints`.
package traceglass.sql.dialect;
