/// Transfer of in-memory tables into DuckDB: table functions that return packed or unpacked rows, chunk by chunk, on
/// DuckDB's threads.
///
/// Input are sealed chunks of `traceglass.store.table`. When and where rows are written is decided by the writer in
/// `traceglass.store`.
@NullMarked
package traceglass.store.feed;

import org.jspecify.annotations.NullMarked;
