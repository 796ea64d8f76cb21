package traceglass.engine;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// SQL whose parameters are replaced by values. Remembers where, so that positions of errors are those of the caller's
/// text.
final class BoundSql {

    /// @param written place and length in the caller's text
    /// @param bound place and length in the text that is run
    private record Replacement(int written, int writtenLength, int bound, int boundLength) {}

    private final String written;
    private final String text;
    private final List<Replacement> replacements = new ArrayList<>();

    private BoundSql(String written, UnaryOperator<@Nullable String> literal) {
        this.written = written;
        StringBuilder out = new StringBuilder();
        int done = 0;
        for (Token token : tokens(written)) {
            String value = token.kind() == Token.Kind.PARAMETER ? literal.apply(token.text()) : null;
            if (value != null) {
                out.append(written, done, token.start());
                replacements.add(new Replacement(token.start(), token.text().length(), out.length(), value.length()));
                out.append(value);
                done = token.end();
            }
        }
        text = out.append(written, done, written.length()).toString();
    }

    private static List<Token> tokens(String sql) {
        try {
            return SqlTokens.read(sql);
        } catch (SqlSyntaxException e) {
            // Running the text reports the error.
            return List.of();
        }
    }

    /// Replaces each `?` by the next value.
    ///
    /// @throws IllegalArgumentException if the numbers differ
    static BoundSql positional(String sql, @Nullable Object... values) {
        if (values.length == 0) {
            return new BoundSql(sql, _ -> null);
        }
        int[] next = {0};
        BoundSql bound = new BoundSql(sql, name -> {
            if (!"?".equals(name)) {
                return null;
            }
            int i = next[0]++;
            return i < values.length ? literal(values[i]) : null;
        });
        if (next[0] != values.length) {
            throw new IllegalArgumentException(
                    "The statement has " + next[0] + " parameters, but " + values.length + " values were given");
        }
        return bound;
    }

    /// Replaces `:name` and `$name` for each name that is given; others may be parameters of functions that the
    /// text defines.
    static BoundSql named(String sql, Map<String, ? extends @Nullable Object> values) {
        return new BoundSql(sql, name -> {
            String key = name == null ? "" : name.substring(1);
            return values.containsKey(key) ? literal(values.get(key)) : null;
        });
    }

    private static String literal(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case Boolean b -> b ? "1" : "0";
            case Double d when d.isNaN() || d.isInfinite() -> "CAST('" + d + "' AS DOUBLE)";
            case Double d -> String.format(Locale.ROOT, "(%sE0)", new java.math.BigDecimal(d).toPlainString());
            case Float f -> literal(f.doubleValue());
            case Number n -> "(" + n + ")";
            case byte[] bytes -> "x'" + HexFormat.of().formatHex(bytes) + "'";
            default -> Token.quoteString(value.toString());
        };
    }

    /// The text to run.
    String text() {
        return text;
    }

    /// Returns the offset in the caller's text of a place in the text that is run.
    private int origin(int offset) {
        int moved = 0;
        for (Replacement r : replacements) {
            if (offset < r.bound) {
                break;
            }
            if (offset < r.bound + r.boundLength) {
                return r.written;
            }
            moved = r.written + r.writtenLength - r.bound - r.boundLength;
        }
        return offset + moved;
    }

    /// Returns line and column in the caller's text, both from 1, of a position in the text that is run.
    int[] position(int line, int column) {
        if (line == 0 || replacements.isEmpty()) {
            return new int[] {line, column};
        }
        int offset = 0;
        for (int i = 1; i < line; i++) {
            offset = text.indexOf('\n', offset) + 1;
        }
        String before = written.substring(0, Math.min(written.length(), origin(offset + column - 1)));
        int lines = (int) before.chars().filter(c -> c == '\n').count() + 1;
        return new int[] {lines, before.length() - before.lastIndexOf('\n')};
    }
}
