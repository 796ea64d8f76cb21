/// Rules of SQLite for queries that depend on names and types, one class each, and their application to a statement
/// together with those for expressions (`conversions`). `TypeRules` lists them in the order in which they apply.
///
/// The input is a `Binding`; the output is a set of changes for the translation. Does not query DuckDB.
@NullMarked
package traceglass.sql.rules;

import org.jspecify.annotations.NullMarked;
