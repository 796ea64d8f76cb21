package traceglass.sql.expressions;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;

/// SQLite's date functions; `strftime(time, format)` is DuckDB's. Seconds since 1970, the most frequent argument, use
/// DuckDB's functions, which process many dates at once.
final class DateCalls {
    /// Date fields that DuckDB and SQLite format with the same letters.
    private static final Pattern SIMPLE_FORMAT = Pattern.compile("(?:[^%]|%[YmdHMSfjw])*+");

    private DateCalls() {}

    static void translate(Expression.Call call, String name, EditableStatement statement) {
        List<Expression> values = EditableStatement.arguments(call);
        int position = call.span().start();
        boolean formats = name.equals("strftime");
        Token last = values.isEmpty() ? null : statement.stringToken(values.getLast());
        Token format = formats && !values.isEmpty() ? statement.stringToken(values.getFirst()) : null;
        boolean isDuckDb = values.size() == 2
                && format == null
                && last != null
                && last.value().indexOf('%') >= 0;
        if (formats && (values.isEmpty() || isDuckDb)) {
            return;
        }
        boolean isSimple = name.equals("date")
                || name.equals("time")
                || name.equals("datetime")
                || format != null && SIMPLE_FORMAT.matcher(format.value()).matches();
        if (isSimple
                && values.size() == (formats ? 3 : 2)
                && last != null
                && last.value().equalsIgnoreCase("unixepoch")) {
            statement.replaceByBuiltin(position, "tg_" + name);
            if (formats) {
                statement.edits.replace(
                        values.getFirst().span().start(),
                        Token.quoteString(format.value().replace("%f", "%S.%g")));
            }
            int unit = values.getLast().span().start();
            statement.edits.delete(unit - 1, unit + 1);
            return;
        }
        boolean isSubsecond = values.stream()
                .map(statement::stringToken)
                .anyMatch(t -> t != null && t.value().toLowerCase(Locale.ROOT).startsWith("subsec"));
        switch (name) {
            case "julianday" -> statement.replaceByBuiltin(position, "tg_julianday");
            case "unixepoch" ->
                statement.replaceByBuiltin(position, isSubsecond ? "tg_unixepoch_subsec" : "tg_unixepoch");
            default -> {
                statement.replaceByBuiltin(position, "tg_date_text");
                statement.edits.append(position + 1, Token.quoteString(name) + ", ");
            }
        }
        TextCalls.encodeParts(values, 0, statement);
        if (values.isEmpty()) {
            statement.edits.append(position + 1, "''");
        }
    }
}
