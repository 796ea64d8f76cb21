/// The common parts of the rules of the dialect: the statement that is being translated (`Rewriting`), its sources and
/// aggregates, and the hints for statements that DuckDB has rejected. `Dialect` documents the rules.
///
/// Uses tokens, trees and the catalog. `traceglass.sql.rules` finds the changes that a rejected statement needs; they
/// arrive here as `RetryHints`.
package traceglass.sql.dialect;
