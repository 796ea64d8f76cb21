/// The database of a store: opening it and its settings, the schema with its views (`views/*.sql`), what it holds in
/// amounts, and what goes wrong with it.
///
/// In: the specifications of tables. Not in: what is in the tables of a trace, and which file is whose cache.
@NullMarked
package traceglass.store.database;

import org.jspecify.annotations.NullMarked;
