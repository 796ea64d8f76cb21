package traceglass.sql.session;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// SQL whose parameters are replaced by values. Records the replacements, so that positions of errors can be
/// converted to positions in the caller's text.
public final class BoundSql {

    /// @param written offset in the caller's text
    /// @param bound offset in the text that is run
    /// @param parameter as written
    private record Replacement(int written, String parameter, int bound, int boundLength) {
        boolean contains(Token token) {
            return token.start() >= bound && token.start() < bound + boundLength;
        }
    }

    private final String written;
    private final String text;
    private final List<Replacement> replacements = new ArrayList<>();

    private BoundSql(String written, Function<String, @Nullable String> literal) {
        this.written = written;
        StringBuilder out = new StringBuilder();
        int done = 0;
        for (Token token : parameters(written)) {
            String value = literal.apply(token.text());
            if (value != null) {
                out.append(written, done, token.start());
                replacements.add(new Replacement(token.start(), token.text(), out.length(), value.length()));
                out.append(value);
                done = token.end();
            }
        }
        text = out.append(written, done, written.length()).toString();
    }

    /// SQL without parameters.
    private BoundSql(String written) {
        this.written = written;
        text = written;
    }

    private static void checkNotNull(@Nullable Object sql, @Nullable Object values) {
        if (sql == null || values == null) {
            throw new IllegalArgumentException(sql == null ? "The SQL is null" : "The values of the SQL are null");
        }
    }

    /// Returns whether a text can be split into statements.
    private static boolean isReadable(String sql) {
        try {
            SqlTokens.read(sql);
            return true;
        } catch (SqlSyntaxException e) {
            return false;
        }
    }

    /// Returns the parameters in a text, without parameters of the functions and macros that it defines.
    private static List<Token> parameters(String sql) {
        List<Token> parameters = new ArrayList<>();
        try {
            for (List<Token> statement : SqlTokens.statements(SqlTokens.read(sql))) {
                List<PerfettoStatement.Parameter> declared = declaredParameters(statement);
                statement.stream()
                        .filter(t -> t.kind() == Token.Kind.PARAMETER)
                        .filter(t -> declared.stream()
                                .noneMatch(
                                        p -> p.name().equalsIgnoreCase(t.text().substring(1))))
                        .forEach(parameters::add);
            }
        } catch (SqlSyntaxException e) {
            // Running the text reports the error.
            return List.of();
        }
        return parameters;
    }

    /// Returns the parameters of the function or macro that a statement defines.
    private static List<PerfettoStatement.Parameter> declaredParameters(List<Token> statement) {
        try {
            // No pattern switch: it is linked again at each start of the program, which takes 10 ms.
            PerfettoStatement read = PerfettoStatement.read(statement);
            if (read instanceof PerfettoStatement.Function function) {
                return function.parameters();
            }
            return read instanceof PerfettoStatement.Macro macro ? macro.parameters() : List.of();
        } catch (SqlSyntaxException | IndexOutOfBoundsException e) {
            // Running the text reports the error.
            return List.of();
        }
    }

    /// Replaces each `?` by the next value, and `?1`, `?2` … by the value of that number. As in SQLite, a `?` takes the
    /// value after the highest number so far.
    ///
    /// @throws IllegalArgumentException if the text is null, the numbers of parameters and values differ, or a
    ///     value has no text form
    public static BoundSql positional(String sql, @Nullable Object... values) {
        checkNotNull(sql, values);
        if (values.length == 0) {
            return new BoundSql(sql);
        }
        int[] highest = {0};
        BoundSql bound = new BoundSql(sql, name -> {
            int number = number(name, highest[0] + 1);
            highest[0] = Math.max(highest[0], number);
            return number >= 1 && number <= values.length ? literal(values[number - 1]) : null;
        });
        if (highest[0] != values.length && isReadable(sql)) {
            throw new IllegalArgumentException("The statement has " + countText(highest[0], "parameter") + ", but "
                    + countText(values.length, "value") + (values.length == 1 ? " was given" : " were given"));
        }
        return bound;
    }

    /// Returns the number of values that the positional parameters of a text take.
    public static int count(String sql) {
        checkNotNull(sql, "");
        int highest = 0;
        for (Token token : parameters(sql)) {
            highest = Math.max(highest, number(token.text(), highest + 1));
        }
        return highest;
    }

    /// Returns the number of a positional parameter, from 1, or 0 for other parameters.
    private static int number(String name, int next) {
        if (!name.startsWith("?")) {
            return 0;
        }
        if (name.length() == 1) {
            return next;
        }
        try {
            return Integer.parseInt(name.substring(1));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String countText(int n, String noun) {
        return n + " " + noun + (n == 1 ? "" : "s");
    }

    /// Replaces `:name` and `$name` for each name that is given, except where it is a parameter of the function
    /// or macro that the statement defines.
    public static BoundSql named(String sql, Map<String, ? extends @Nullable Object> values) {
        checkNotNull(sql, values);
        return new BoundSql(sql, name -> {
            String key = name.substring(1);
            return !name.startsWith("?") && values.containsKey(key) ? literal(values.get(key)) : null;
        });
    }

    private static String literal(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case Boolean b -> b ? "1" : "0";
            case Double d when d.isNaN() || d.isInfinite() -> "CAST('" + d + "' AS DOUBLE)";
            case Double d -> String.format(Locale.ROOT, "(%sE0)", new BigDecimal(d).toPlainString());
            case Float f -> literal(f.doubleValue());
            case Number n -> "(" + n + ")";
            case byte[] bytes -> "x'" + HexFormat.of().formatHex(bytes) + "'";
            default -> string(text(value));
        };
    }

    /// Returns a string as an expression. SQL text can't contain a NUL character.
    private static String string(String value) {
        String quoted = Token.quoteString(value);
        return value.indexOf('\0') < 0 ? quoted : "(" + quoted.replace("\0", "' || char(0) || '") + ")";
    }

    /// Returns the text of a value. Arrays and classes that do not override `toString` are rejected, because their text
    /// would be an object id.
    private static String text(Object value) {
        try {
            if (value.getClass().isArray()
                    || value.getClass().getMethod("toString").getDeclaringClass() == Object.class) {
                throw new IllegalArgumentException(
                        "A value of " + value.getClass().getTypeName() + " can't be a parameter");
            }
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
        return value.toString();
    }

    /// Returns the tokens of the statements to run. Those of values refer to their parameters.
    List<List<Token>> statements() throws SqlSyntaxException {
        List<Token> tokens = SqlTokens.read(text);
        if (replacements.isEmpty()) {
            return SqlTokens.statements(tokens);
        }
        List<Token> marked = new ArrayList<>(tokens.size());
        int next = 0;
        for (Token token : tokens) {
            while (next < replacements.size() - 1 && replacements.get(next + 1).bound <= token.start()) {
                next++;
            }
            Replacement r = replacements.get(next);
            marked.add(r.contains(token) ? token.withParameter(r.parameter) : token);
        }
        return SqlTokens.statements(marked);
    }

    /// The text to run.
    public String text() {
        return text;
    }

    /// Converts an offset in the text that is run to an offset in the caller's text.
    private int origin(int offset) {
        int moved = 0;
        for (Replacement r : replacements) {
            if (offset < r.bound) {
                break;
            }
            if (offset < r.bound + r.boundLength) {
                return r.written;
            }
            moved = r.written + r.parameter.length() - r.bound - r.boundLength;
        }
        return offset + moved;
    }

    /// Returns the message of an error with its line in the caller's text and a pointer.
    public String explain(SqlProblem problem) {
        if (replacements.isEmpty()) {
            return problem.explain();
        }
        int[] position = position(problem.line(), problem.column());
        return problem.explainIn(written, position[0], position[1]);
    }

    /// Converts a position in the text that is run to the line and column in the caller's text, both from 1.
    public int[] position(int line, int column) {
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

    /// Converts a problem of the text that was run to one with positions in the caller's text.
    public SqlProblem toCallersText(SqlProblem problem) {
        int[] position = position(problem.line(), problem.column());
        return replacements.isEmpty()
                ? problem
                : new SqlProblem(
                        problem.getMessage(),
                        position[0],
                        position[1],
                        problem.statement(),
                        problem.isCanceled(),
                        problem);
    }

    /// Returns the names of the parameters that a text has, `x` for `$x` and `:x`, in the order of their first use.
    public static Set<String> names(String sql) {
        Set<String> names = new LinkedHashSet<>();
        for (Token token : parameters(sql)) {
            if (!token.text().startsWith("?")) {
                names.add(token.text().substring(1));
            }
        }
        return names;
    }
}
