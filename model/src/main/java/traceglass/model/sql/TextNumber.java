package traceglass.model.sql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a text counts as in SQLite's arithmetic: the number that it begins with, 0 if there is none.
final class TextNumber {
    private static final Pattern PREFIX = Pattern.compile("^\\s*([-+]?)([0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?|\\.[0-9]+([eE][-+]?[0-9]+)?)");

    private TextNumber() {
    }

    /// The number as SQL, whole where the text is.
    static String of(String text) {
        Matcher m = PREFIX.matcher(text);
        if (!m.find()) {
            return "0";
        }
        String number = m.group(2);
        boolean whole = number.chars().allMatch(c -> c >= '0' && c <= '9') && number.length() <= 18;
        String sql = whole ? number : Double.toString(Double.parseDouble(number)) + (Double.toString(Double.parseDouble(number)).contains("E") ? "" : "e0");
        return m.group(1).equals("-") ? "(-" + sql + ")" : sql;
    }
}
