/// The syntax tree of SQL: immutable records for statements, queries, sources, expressions, types and stages of
/// pipelines, each with the tokens it was read from.
///
/// A tree is created by `traceglass.sql.parse` and by rules that rewrite trees ([TreeRewriter]). Trees are
/// compared by their structure: spans take no part. Depends on tokens, but not on the catalog, the database or the
/// meaning of names.
@NullMarked
package traceglass.sql.tree;

import org.jspecify.annotations.NullMarked;
