/// Habits of SQLite that depend on the types of expressions: one class each, which says where a bound statement needs
/// a conversion because DuckDB would reject it. `Habits` lists them in their order.
///
/// The input is a `Binding`, the output are hints for the translation. DuckDB is not asked.
@NullMarked
package traceglass.sql.rules;

import org.jspecify.annotations.NullMarked;
