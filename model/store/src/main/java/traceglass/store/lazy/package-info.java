/// Data that a store creates only on demand: rows of whole tables, and arguments decoded from bytes of the trace.
/// `LazyRows` and `LazyArgs` are services provided by importers.
///
/// Uses the database and its tables. Independent of trace formats, which only the services handle.
@NullMarked
package traceglass.store.lazy;

import org.jspecify.annotations.NullMarked;
