package traceglass.app.shell;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import traceglass.app.io.Failure;
import traceglass.sql.session.BoundSql;
import traceglass.store.text.SingleLineText;

/// Values for the parameters `$x` and `:x` of statements, and the command `.param` that sets them.
final class ShellParameters {

    static final String USAGE = "[list | set NAME VALUE | unset NAME | clear]";
    static final List<String> ACTIONS = List.of("list", "set", "unset", "clear", "init");

    private static final Pattern NAME = Pattern.compile("[$:@]?([A-Za-z_]\\w*)");

    private final Map<String, Object> values = new TreeMap<>();
    private final PrintStream out;

    ShellParameters(PrintStream out) {
        this.out = out;
    }

    /// Returns the statement with the values in place of its parameters.
    BoundSql bind(String sql) {
        return BoundSql.named(sql, values);
    }

    /// Runs `.param` with its argument.
    void run(String argument) throws Failure {
        String[] words = argument.split("\\s+", 3);
        switch (words[0].toLowerCase(Locale.ROOT)) {
            case "", "list" ->
                values.forEach((name, value) -> out.println("$" + name + " = " + SingleLineText.of(format(value))));
            case "set" -> {
                if (words.length < 3) {
                    throw new Failure(ShellTexts.usage(".param set NAME VALUE"));
                }
                values.put(name(words[1]), SqlParameter.literal(words[2].strip()));
            }
            case "unset" -> {
                if (words.length != 2) {
                    throw new Failure(ShellTexts.usage(".param unset NAME"));
                }
                values.remove(name(words[1]));
            }
            case "clear" -> values.clear();
            case "init" -> {
                // sqlite3 creates a table here; nothing is needed.
            }
            default -> throw new Failure(ShellTexts.usage(".param " + USAGE));
        }
    }

    private static String name(String word) throws Failure {
        var m = NAME.matcher(word);
        if (!m.matches()) {
            throw new Failure(ShellTexts.notAName(word));
        }
        return m.group(1);
    }

    private static String format(Object value) {
        return value == null
                ? "NULL"
                : value instanceof String text ? "'" + text.replace("'", "''") + "'" : value.toString();
    }
}
