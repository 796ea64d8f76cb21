/// SQL as text and tokens: tokenizer, structure of queries, PerfettoSQL's statements, macros, and edits that keep
/// track of the origin of each token.
///
/// Works on text only, without connection, catalog or semantics; uses no other package of this module.
package traceglass.sql.syntax;
