/// SQLite's habits of expressions that follow from their form alone, one class each; `SyntaxRules` lists them in their
/// order. Those that depend on types are in `traceglass.sql.rules`.
package traceglass.sql.expressions;
