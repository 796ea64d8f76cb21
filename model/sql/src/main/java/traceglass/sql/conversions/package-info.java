/// Rules of SQLite for expressions that depend on types, one class each: it finds where a bound statement needs a
/// conversion to have the same value. `ExpressionConversions` lists them in the order in which they apply.
///
/// The input is a `Binding`, the output are changes for the translation. DuckDB is not asked.
@NullMarked
package traceglass.sql.conversions;

import org.jspecify.annotations.NullMarked;
