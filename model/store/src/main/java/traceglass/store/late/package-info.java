/// What a store brings in only when somebody asks: rows of whole tables, and arguments that are decoded from bytes of
/// the trace. `LateRows` and `LazyArgs` are services that importers give.
///
/// In: the database and its tables. Not in: knowing any format; that is what the services are for.
@NullMarked
package traceglass.store.late;

import org.jspecify.annotations.NullMarked;
