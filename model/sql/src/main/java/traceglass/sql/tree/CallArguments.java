package traceglass.sql.tree;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything between the parentheses of a call.
///
/// @param isDistinct whether DISTINCT comes first
/// @param order ORDER BY inside the parentheses, or in WITHIN GROUP
/// @param isWithinGroup whether the order is in WITHIN GROUP
/// @param span the tokens between the parentheses
public record CallArguments(
        boolean isDistinct, List<Argument> list, List<OrderTerm> order, boolean isWithinGroup, NodeSpan span) {
    /// An argument, possibly with the name of its parameter.
    public record Argument(@Nullable SqlName name, Expression value) {

        public Argument withValue(Expression newValue) {
            return newValue == value ? this : new Argument(name, newValue);
        }
    }

    /// Returns the number of arguments.
    public int size() {
        return list.size();
    }

    /// Returns the value of an argument.
    public Expression value(int i) {
        return list.get(i).value();
    }

    /// Returns the values of the arguments from an index on.
    public List<Expression> values(int start) {
        List<Expression> values = new ArrayList<>(list.size());
        for (int i = start; i < list.size(); i++) {
            values.add(value(i));
        }
        return values;
    }
}
