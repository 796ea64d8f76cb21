/// Rules of SQLite for expressions that depend on their form alone, one class each; `SyntaxRules` lists them in the
/// order in which they apply. Those that depend on types are in `traceglass.sql.rules`.
package traceglass.sql.expressions;
