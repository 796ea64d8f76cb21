/// The common parts of the rules of the dialect: the statement that is being translated (`EditableStatement`), its
/// sources and aggregates, and the changes that the types of its expressions require (`StatementChanges`). `Dialect`
/// documents the rules.
///
/// Uses tokens, trees and the catalog. `traceglass.sql.rules` finds the changes from a bound statement.
package traceglass.sql.dialect;
