/// Rules of SQLite that depend on the types of expressions, one class each: it finds where a bound statement needs a
/// conversion to have the same value. `TypeRules` lists them in the order in which they apply.
///
/// The input is a `Binding`, the output are changes for the translation. DuckDB is not asked.
@NullMarked
package traceglass.sql.rules;

import org.jspecify.annotations.NullMarked;
