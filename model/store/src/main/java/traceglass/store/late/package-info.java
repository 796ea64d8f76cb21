/// Data that a store creates only on demand: rows of whole tables, and arguments decoded from bytes of the trace.
/// `LateRows` and `LazyArgs` are services provided by importers.
///
/// Uses the database and its tables. Independent of trace formats, which are up to the services.
@NullMarked
package traceglass.store.late;

import org.jspecify.annotations.NullMarked;
