/// Rules of SQLite for expressions that depend on types, one class each. A rule finds expressions of a bound statement
/// that need a conversion to have the same value in DuckDB. `ExpressionConversions` lists the rules in the order in
/// which they apply.
///
/// The input is a `Binding`, and the output is a list of changes for the translation. The rules run no queries.
@NullMarked
package traceglass.sql.conversions;

import org.jspecify.annotations.NullMarked;
