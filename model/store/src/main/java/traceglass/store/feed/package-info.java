/// Transfer of in-memory tables into DuckDB: table functions that return packed or unpacked rows, chunk by chunk, on
/// DuckDB's threads.
///
/// The input consists of sealed chunks of `traceglass.store.table`. The writer in `traceglass.store` decides when and
/// where rows are written.
@NullMarked
package traceglass.store.feed;

import org.jspecify.annotations.NullMarked;
