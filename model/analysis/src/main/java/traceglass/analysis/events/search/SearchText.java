package traceglass.analysis.events.search;

/// Typed search text and its conditions in SQL, in which `$1` is [#pattern].
///
/// @param text text as typed
/// @param isRegex whether the text is a regular expression between slashes, such as `/a.*b/`
public record SearchText(String text, boolean isRegex) {

    /// Creates the search text; text between slashes is a regular expression.
    public static SearchText of(String typed) {
        return new SearchText(typed, typed.length() > 2 && typed.startsWith("/") && typed.endsWith("/"));
    }

    /// Returns the value of `$1`: a regular expression, or a pattern for `LIKE`.
    public String pattern() {
        return isRegex
                ? text.substring(1, text.length() - 1)
                : "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }

    /// Returns the condition that a column matches, ignoring case.
    ///
    /// @param column SQL expression of a string
    public String matches(String column) {
        return isRegex ? "regexp_matches(" + column + ", $1, 'i')" : column + " ILIKE $1 ESCAPE '\\'";
    }

    /// Returns ` OR column = number` for each column; empty if the search text is not a number.
    ///
    /// @param columns SQL expressions of numbers
    public String matchesNumberOr(String... columns) {
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
