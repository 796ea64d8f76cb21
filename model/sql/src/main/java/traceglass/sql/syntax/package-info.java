/// SQL as text and tokens: reading it, the parts of a query, the statements that PerfettoSQL adds, macros, and edits
/// that remember where each token came from.
///
/// In: text. Not in: a connection, a catalog, or what anything means; nothing else of this module comes in here.
package traceglass.sql.syntax;
