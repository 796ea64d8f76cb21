/// The trace as tables, kept as a DuckDB database, on which all queries run. `StoreWriter` writes the database
/// from an importer's tables; `TraceStore` is the open database, for queries. `LiveStoreWriter` repeatedly
/// updates the database of a trace that is still being recorded.
///
/// Subpackages, each depending only on those before it: `language`, `time`, `text`, `names` (generated constants),
/// `stats` (definitions of statistics), `table` (rows in memory), `feed` (transfer of rows into DuckDB), `database`,
/// `parquet`, `cache`, `lazy`. This package neither parses nor draws.
@NullMarked
package traceglass.store;

import org.jspecify.annotations.NullMarked;
