/// Sources of FROM, and functions over whole tables, that are computed here before the statement runs: graphs, trees,
/// intervals, flame graphs, layouts, virtual tables. The call gives way to the name of a table that holds the rows.
///
/// In: tokens of a call, and a way to run a query. Not in: the computing itself, which is plain Java in
/// `traceglass.sql.compute` and `traceglass.sql.flame`.
package traceglass.sql.operators;
