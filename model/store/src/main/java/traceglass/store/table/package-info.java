/// The trace in memory: what importers fill. Tables of columns of primitive arrays, sealed chunks of their rows,
/// interned strings; `tables.txt` says which tables there are.
///
/// In: rows and strings, one at a time. Not in: DuckDB's connections and files; a column knows only how it is put into
/// a vector of DuckDB's. Nothing else of the store comes in here.
@NullMarked
package traceglass.store.table;

import org.jspecify.annotations.NullMarked;
