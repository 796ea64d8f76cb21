package traceglass.analysis.events;

/// Search text in the form that queries compare with; `$1` in them is its pattern.
///
/// @param text text as typed
/// @param isRegex whether it is a regular expression between slashes
public record SearchText(String text, boolean isRegex) {

    public static SearchText of(String typed) {
        return new SearchText(typed, typed.length() > 2 && typed.startsWith("/") && typed.endsWith("/"));
    }

    /// Returns the value of `$1`.
    public String pattern() {
        return isRegex
                ? text.substring(1, text.length() - 1)
                : "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }

    /// Returns a condition for matching texts, ignoring case.
    ///
    /// @param column SQL expression
    public String matches(String column) {
        return isRegex ? "regexp_matches(" + column + ", $1, 'i')" : column + " ILIKE $1 ESCAPE '\\'";
    }

    /// Returns further conditions for a text that is a number, each after ` OR `; empty if it is not a number.
    ///
    /// @param columns SQL expressions of numbers
    public String orNumber(String... columns) {
        if (!text.matches("[0-9]{1,18}")) {
            return "";
        }
        StringBuilder sql = new StringBuilder();
        for (String column : columns) {
            sql.append(" OR ").append(column).append(" = ").append(text);
        }
        return sql.toString();
    }
}
