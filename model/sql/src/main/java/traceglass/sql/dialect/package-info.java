/// What the rules of the dialect share: the statement that is being translated (`Rewriting`), its sources and
/// aggregates,
/// and the hints for statements that DuckDB rejected. `Dialect` documents the rules.
///
/// Uses tokens, trees and the catalog. What a rejected statement needs is found in `traceglass.sql.rules` and arrives
/// here as `RetryHints`.
package traceglass.sql.dialect;
