/// What comes out of a statement: rows behind a cursor, given to a sink, or one problem that points at the place in
/// what was written; and how results are printed.
///
/// In: DuckDB's result sets and errors. Not in: reading or translating SQL.
package traceglass.sql.result;
