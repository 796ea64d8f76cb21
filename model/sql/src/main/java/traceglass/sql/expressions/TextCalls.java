package traceglass.sql.expressions;

import java.util.List;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;

/// Text functions whose arguments in SQLite differ from those in DuckDB.
final class TextCalls {

    private TextCalls() {}

    /// Converts a text argument where a number is expected to its leading number, 0 if there is none. A negative
    /// start may be before the start of the text; then the length includes the positions before the text.
    static void translateSubstring(Expression.Call call, EditableStatement statement) {
        boolean isFromEnd = call.arguments().size() == 3
                && call.arguments().value(1) instanceof Expression.Unary u
                && u.operator() == Expression.UnaryKind.MINUS
                && u.operand() instanceof Expression.Literal;
        if (isFromEnd) {
            statement.replaceByBuiltin(call.span().start(), "tg_substr");
        }
        for (Expression number :
                EditableStatement.arguments(call).stream().skip(1).toList()) {
            int position = number.span().start();
            Token literal = statement.stringToken(number);
            if (literal != null && (literal.kind() == Token.Kind.STRING || statement.edits.isReplaced(position))) {
                String digits = literal.value().strip().replaceFirst("^([-+]?[0-9]{1,18}).*$", "$1");
                statement.edits.replace(position, digits.matches("[-+]?[0-9]+") ? digits : "0");
            }
        }
    }

    /// Translates `char(72, 105)`.
    static void translateCharacters(Expression.Call call, EditableStatement statement) {
        statement.edits.replace(call.span().start(), "");
        translateJoin(call, "chr(coalesce(CAST(", " AS INTEGER), 0))", statement);
    }

    /// Puts text around each argument and concatenates them.
    static void translateJoin(Expression.Call call, String before, String after, EditableStatement statement) {
        List<Expression> values = EditableStatement.arguments(call);
        for (int i = 0; i < values.size(); i++) {
            statement.wrap(values.get(i), before, after);
            if (i > 0) {
                statement.edits.replace(values.get(i).span().outerStart() - 1, " || ");
            }
        }
    }

    /// Concatenates in the order of first occurrence; DuckDB does not support such functions in HAVING.
    static void translateConcatenation(Expression.Call call, EditableStatement statement) {
        boolean isPlain = statement.isInSelectList()
                && call.arguments().isDistinct()
                && call.arguments().size() == 1
                && call.arguments().order().isEmpty()
                && call.filter() == null
                && call.window() == null;
        if (isPlain) {
            int position = call.span().start();
            statement.replaceByBuiltin(position, "tg_concat_distinct");
            statement.edits.replace(position + 2, "");
        }
    }

    /// Translates SQLite's printf; `format` is the same function if its format contains `%`, otherwise it is DuckDB's.
    static void translatePrintf(Expression.Call call, boolean isPrintf, EditableStatement statement) {
        List<Expression> values = EditableStatement.arguments(call);
        Token format = values.isEmpty() ? null : statement.stringToken(values.getFirst());
        if (values.isEmpty() || !isPrintf && (format == null || format.text().indexOf('%') < 0)) {
            return;
        }
        statement.replaceByBuiltin(call.span().start(), "tg_printf");
        statement.edits.builtins.add("tg_part");
        if (values.size() == 1) {
            statement.edits.append(values.getFirst().span().outerEnd() - 1, ", ''");
        }
        encodeParts(values, 1, statement);
    }

    /// Encodes the arguments from `from` on in one string, from which the functions in Java read values of any
    /// type.
    static void encodeParts(List<Expression> values, int from, EditableStatement statement) {
        for (int k = from; k < values.size(); k++) {
            statement.wrap(values.get(k), "tg_part(", ")");
            statement.edits.builtins.add("tg_part");
            if (k > from) {
                statement.edits.replace(values.get(k).span().outerStart() - 1, " || ");
            }
        }
    }
}
