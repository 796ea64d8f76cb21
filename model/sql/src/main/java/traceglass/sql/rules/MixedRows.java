package traceglass.sql.rules;

import java.util.List;
import traceglass.sql.bind.Binding;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.QueryBody;

/// The values of a column of VALUES keep their own types.
final class MixedRows {

    private MixedRows() {}

    static void apply(Binding binding, ValueConversions conversions) {
        for (QueryBody.Values values : binding.values()) {
            int width = values.rows().stream()
                    .mapToInt(r -> r.elements().size())
                    .min()
                    .orElse(0);
            for (int i = 0; i < width; i++) {
                int index = i;
                List<Expression> column =
                        values.rows().stream().map(r -> r.elements().get(index)).toList();
                if (binding.isMixed(column)) {
                    column.forEach(conversions::toVariant);
                }
            }
        }
    }
}
