/// Rules of SQLite for the clauses of queries and the order of rows, one class each; `QueryRules` lists them in the
/// order in which they apply.
package traceglass.sql.queries;
