/// The trace as tables: what importers fill (`TraceStorage`, `Table`, columns of primitive arrays, interned strings)
/// and the DuckDB database it becomes (`TraceStore`), which answers every query.
///
/// In: rows from importers, through storage. Out: connections to the database. No parsing here, and no drawing.
package traceglass.store;
