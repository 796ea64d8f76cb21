/// Sources of FROM, and functions over whole tables, that are computed before the statement runs: graphs, trees,
/// intervals, flame graphs, layouts, virtual tables. The call is replaced by the name of a table with the resulting
/// rows.
///
/// Uses the tokens of a call, and runs queries. The algorithms are plain Java in `traceglass.sql.compute` and
/// `traceglass.sql.flame`.
package traceglass.sql.operators;
