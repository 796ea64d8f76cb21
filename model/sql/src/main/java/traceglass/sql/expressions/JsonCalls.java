package traceglass.sql.expressions;

import java.util.List;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;

/// Functions that create and change JSON.
final class JsonCalls {

    private JsonCalls() {}

    /// Translates json_group_array: DuckDB's is a macro, which does not support DISTINCT, ORDER BY or FILTER, and
    /// returns NULL for no rows.
    static void translateGroupArray(Expression.Call call, EditableStatement statement) {
        convertValues(call, 0, 1, statement);
        statement.edits.replace(call.span().start(), "coalesce(to_json(list");
        statement.edits.insertAfter(call.span().end() - 1, "), CAST('[]' AS JSON))");
    }

    static void translateGroupObject(Expression.Call call, EditableStatement statement) {
        convertValues(call, 1, 2, statement);
        statement.edits.replace(call.span().start(), "coalesce(json_group_object");
        statement.edits.insertAfter(call.arguments().span().end(), ", CAST('{}' AS JSON))");
    }

    /// Translates json_set and the like.
    static void translateEdit(Expression.Call call, String name, EditableStatement statement) {
        int position = call.span().start();
        List<Expression> values = EditableStatement.arguments(call);
        statement.replaceByBuiltin(position, "tg_json_edit");
        statement.edits.append(position + 1, Token.quoteString(name.substring("json_".length())) + ", ");
        TextCalls.encodeParts(values, 0, statement);
        for (int k = 2; k < values.size() && !name.equals("json_remove"); k += 2) {
            statement.wrap(values.get(k), "coalesce(CAST(tg_json_value(", ") AS VARCHAR), 'null')");
            statement.edits.builtins.add("tg_json_value");
        }
    }

    /// Converts booleans to 0 or 1 as in SQLite, including in JSON.
    ///
    /// @param from the first argument that is a value
    /// @param step distance from one value to the next
    static void convertValues(Expression.Call call, int from, int step, EditableStatement statement) {
        List<Expression> values = EditableStatement.arguments(call);
        for (int k = from; k < values.size(); k += step) {
            if (isBoolean(values.get(k))) {
                statement.wrap(values.get(k), "tg_json_value(", ")");
                statement.edits.builtins.add("tg_json_value");
            }
        }
    }

    /// Returns whether an expression is evidently a boolean.
    private static boolean isBoolean(Expression value) {
        return switch (value) {
            case Expression.Binary e ->
                e.operator().isComparison()
                        || switch (e.operator()) {
                            case AND, OR -> true;
                            default -> false;
                        };
            case Expression.Unary e -> e.operator() == Expression.UnaryKind.NOT;
            case Expression.Literal e -> e.kind() == Expression.Kind.TRUE || e.kind() == Expression.Kind.FALSE;
            case Expression.Pattern e -> true;
            case Expression.Between e -> true;
            case Expression.InList e -> true;
            case Expression.InQuery e -> true;
            case Expression.InValue e -> true;
            case Expression.Exists e -> true;
            default -> false;
        };
    }
}
