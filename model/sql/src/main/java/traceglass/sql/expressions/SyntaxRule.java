package traceglass.sql.expressions;

import java.sql.SQLException;
import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.Expression;

/// A rule that translates one kind of expression by its form alone, without its types. The doc of each class states
/// the behavior of SQLite that it reproduces in DuckDB. `SyntaxRules` lists all.
interface SyntaxRule {

    /// Returns the kinds of expressions that the rule applies to.
    Set<Class<? extends Expression>> kinds();

    /// Translates an expression; the parts of it are translated later.
    void apply(Expression expression, EditableStatement statement) throws SQLException;
}
