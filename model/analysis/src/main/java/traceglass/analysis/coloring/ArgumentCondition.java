package traceglass.analysis.coloring;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Condition for an argument: `key` for its presence, or `key` with one of `= != > >= < <= ~` and a value.
final class ArgumentCondition {

    private static final Pattern FORM = Pattern.compile("\\s*([^\\s=<>!~]+)\\s*(?:(=|!=|>=|<=|>|<|~)\\s*(.*?))?\\s*");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

    private ArgumentCondition() {}

    /// Returns a query for the ids of the slices. Keys are compared with and without the prefixes of JSON and track
    /// events.
    static String sql(String text) throws RuleProblem {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new RuleProblem(ColoringTexts.invalidArgument(text));
        }
        String key = m.group(1).replace("'", "''");
        return "SELECT id FROM slice WHERE arg_set_id IN (SELECT arg_set_id FROM args WHERE (key IN " + keys(key)
                + " OR flat_key IN " + keys(key) + ")" + value(text, m.group(2), m.group(3)) + ")";
    }

    private static String keys(String key) {
        return "('" + key + "', 'args." + key + "', 'debug." + key + "')";
    }

    private static String value(String text, String operator, String value) throws RuleProblem {
        if (operator == null) {
            return "";
        }
        boolean isNumber = NUMBER.matcher(value).matches();
        String quoted = "'" + value.replace("'", "''") + "'";
        return switch (operator) {
            case "~" -> " AND instr(lower(display_value), lower(" + quoted + ")) > 0";
            case "=" -> " AND " + equal(quoted, value, isNumber);
            case "!=" -> " AND NOT " + equal(quoted, value, isNumber);
            default -> {
                if (!isNumber) {
                    throw new RuleProblem(ColoringTexts.invalidArgument(text));
                }
                yield " AND coalesce(int_value, real_value) " + operator + " " + value;
            }
        };
    }

    private static String equal(String quoted, String value, boolean isNumber) {
        String equalText = "coalesce(display_value = " + quoted + ", FALSE)";
        return isNumber
                ? "(" + equalText + " OR coalesce(coalesce(int_value, real_value) = " + value + ", FALSE))"
                : equalText;
    }
}
