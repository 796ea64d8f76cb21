/// The database of a store: opening it and its settings, the schema with its views (`views/*.sql`), statistics over its
/// tables, and its errors.
///
/// Uses the specifications of the tables. Independent of the content of a trace's tables and of cache files.
@NullMarked
package traceglass.store.database;

import org.jspecify.annotations.NullMarked;
