package traceglass.sql.expressions;

import java.sql.SQLException;
import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.Expression;

/// `a IN table` searches the rows of a table with one column; an empty list contains nothing.
final class ListMembership implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.InList.class, Expression.InValue.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) throws SQLException {
        switch (expression) {
            case Expression.InList e
            when e.elements().isEmpty() -> {
                int open = e.value().span().outerEnd() + (e.isNegated() ? 2 : 1);
                statement.edits.insertAfter(open, "SELECT NULL WHERE FALSE");
            }
            case Expression.InValue e
            when e.container() instanceof Expression.Column table
                    && table.path().size() == 1
                    && statement.isTable(table.name().text()) -> statement.wrap(table, "(SELECT * FROM ", ")");
            default -> {}
        }
    }
}
