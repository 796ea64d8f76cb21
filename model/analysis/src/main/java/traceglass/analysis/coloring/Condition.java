package traceglass.analysis.coloring;

/// Condition for slices, as typed by the user.
///
/// @param by property that the text is compared with
/// @param text a pattern, see [TextPattern]; `key`, `key=value` or `key>number` for an argument; or an SQL expression
///     on the columns of `slice`
public record Condition(By by, String text) {

    /// Subject of a condition.
    public enum By {
        NAME(ColoringTexts.NAME),
        CATEGORY(ColoringTexts.CATEGORY),
        ARGUMENT(ColoringTexts.ARGUMENT),
        EXPRESSION(ColoringTexts.EXPRESSION);

        private final String title;

        By(String title) {
            this.title = title;
        }

        /// Label for menus.
        public String title() {
            return title;
        }
    }

    /// No condition.
    public static final Condition NONE = new Condition(By.NAME, "");

    /// Returns the condition for exactly this name or category.
    public static Condition exactly(By by, String text) {
        return new Condition(by, '"' + text + '"');
    }

    /// Returns whether there is no condition.
    public boolean isEmpty() {
        return text.isBlank();
    }
}
