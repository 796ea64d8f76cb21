/// SQLite's behavior expressed in DuckDB's SQL: one class per kind of rewrite, and `SqlTranslator`, which applies
/// them in order. `Dialect` documents the rules.
///
/// Uses tokens and the catalog. What a rejected statement needs is found in `traceglass.sql.rules` and arrives here
/// as `RetryHints`.
package traceglass.sql.dialect;
