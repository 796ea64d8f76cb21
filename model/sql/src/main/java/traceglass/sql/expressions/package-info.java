/// Rules of SQLite for expressions that depend only on their form, one class each; `SyntaxRules` lists them in the
/// order in which they apply. Those that depend on types are in `traceglass.sql.conversions`.
package traceglass.sql.expressions;
