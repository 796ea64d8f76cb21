/// The trace in memory, as filled by importers: tables with columns of primitive arrays, sealed chunks of their rows,
/// and interned strings. `tables.txt` defines the tables.
///
/// Independent of DuckDB's connections and files, except that a column can be written into a DuckDB vector. Uses no
/// other package of the store.
@NullMarked
package traceglass.store.table;

import org.jspecify.annotations.NullMarked;
