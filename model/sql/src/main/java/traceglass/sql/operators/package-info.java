/// FROM sources and functions over whole tables that are computed before the statement runs: graphs, trees, intervals,
/// flame graphs, layouts, virtual tables. Replaces each call with the name of a table that contains the resulting rows.
///
/// Reads the syntax tree of a call and runs queries. The algorithms are plain Java in `traceglass.sql.compute` and
/// `traceglass.sql.flame`.
package traceglass.sql.operators;
