package traceglass.sql.rules;

import traceglass.sql.bind.Binding;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlName;

/// A column may have any name that SQLite does not reserve.
final class FreeNames implements Habit {

    @Override
    public void apply(Expression expression, Binding binding, Conversions conversions) {
        if (expression instanceof Expression.Column column) {
            for (SqlName name : column.path()) {
                boolean isPlain = name.form() == SqlName.Form.PLAIN;
                if (isPlain && Keywords.needsQuotes(name.text()) && !Keywords.isValue(name.text())) {
                    conversions.quote(name);
                }
            }
        }
    }
}
