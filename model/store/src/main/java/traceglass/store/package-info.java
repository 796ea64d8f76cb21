/// The trace as tables, kept as a DuckDB database that answers every query. `StoreWriter` makes it of what importers
/// filled, `TraceStore` is the store that others open and ask.
///
/// The rooms, each using those before it: `time`, `text`, `table` (rows in memory), `feed` (rows on their way into
/// DuckDB), `database`, `cache`, `late`. No parsing here, and no drawing.
@NullMarked
package traceglass.store;

import org.jspecify.annotations.NullMarked;
