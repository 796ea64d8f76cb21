package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlName;

/// `_auto_id` is the number of a row in a table created with CREATE PERFETTO TABLE.
final class RowNumberNames implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Column.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (expression instanceof Expression.Column column
                && column.name().form() == SqlName.Form.PLAIN
                && column.name().is("_auto_id")) {
            statement.edits.replace(column.span().end() - 1, "rowid");
        }
    }
}
