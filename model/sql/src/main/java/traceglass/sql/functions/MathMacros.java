package traceglass.sql.functions;

import java.util.LinkedHashMap;
import java.util.Map;

/// Macros that implement SQLite's mathematical functions: text that is not a number, and arguments outside of a
/// function's range, result in NULL, where DuckDB's functions fail.
public final class MathMacros {
    private static final String PREFIX = "tg_";
    private static final Map<String, String> BODIES = bodies();

    private MathMacros() {}

    /// Returns the macro that implements a function of SQLite; null if DuckDB's function is the same.
    public static String macro(String function) {
        return BODIES.containsKey(function) ? PREFIX + function : null;
    }

    /// Returns the parameters and body of a macro; null if there is none with this name.
    static String definition(String macro) {
        return macro.startsWith(PREFIX) ? BODIES.get(macro.substring(PREFIX.length())) : null;
    }

    private static Map<String, String> bodies() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String f :
                new String[] {"sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh", "degrees", "radians"}) {
            all.put(f, "(x) AS " + f + "(" + number("x") + ")");
        }
        all.put("asin", within("asin", "abs(" + number("x") + ") <= 1"));
        all.put("acos", within("acos", "abs(" + number("x") + ") <= 1"));
        all.put("acosh", within("acosh", number("x") + " >= 1"));
        all.put("atanh", within("atanh", "abs(" + number("x") + ") < 1"));
        all.put("sign", "(x) AS CAST(sign(" + number("x") + ") AS BIGINT)");
        all.put("trunc", "(x BIGINT) AS x, (x DOUBLE) AS trunc(x), (x VARCHAR) AS trunc(" + number("x") + ")");
        all.put("atan2", "(y, x) AS atan2(" + number("y") + ", " + number("x") + ")");
        all.put(
                "mod",
                "(x, y) AS " + number("x") + " - nullif(" + number("y") + ", 0) * trunc(" + number("x") + " / nullif("
                        + number("y") + ", 0))");
        String power = "pow(" + number("x") + ", " + number("y") + ")";
        all.put("pow", "(x, y) AS CASE WHEN NOT isnan(" + power + ") THEN " + power + " END");
        all.put("power", all.get("pow"));
        return all;
    }

    private static String within(String function, String range) {
        return "(x) AS CASE WHEN " + range + " THEN " + function + "(" + number("x") + ") END";
    }

    private static String number(String argument) {
        return "TRY_CAST(" + argument + " AS DOUBLE)";
    }
}
