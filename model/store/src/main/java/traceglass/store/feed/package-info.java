/// The way from tables in memory into DuckDB: table functions that hand over packed or waiting rows, chunk by chunk, on
/// DuckDB's threads.
///
/// In: sealed chunks of `traceglass.store.table`. Not in: when and where rows are written, which is the writer's
/// business in `traceglass.store`.
@NullMarked
package traceglass.store.feed;

import org.jspecify.annotations.NullMarked;
