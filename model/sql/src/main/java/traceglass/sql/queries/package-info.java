/// SQLite's habits of the clauses of queries, and of the order of rows, one class each; `QueryRules` lists them in
/// their
/// order.
package traceglass.sql.queries;
