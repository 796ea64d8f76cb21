package traceglass.analysis.coloring;

/// User-visible strings for color rules.
final class ColoringTexts {

    private ColoringTexts() {}

    static final String NAME = "Name";
    static final String CATEGORY = "Category";
    static final String ARGUMENT = "Argument";
    static final String EXPRESSION = "SQL expression";

    static String invalidPattern(String reason) {
        return "Invalid regular expression: " + reason;
    }

    static String invalidArgument(String text) {
        return "Can't read “" + text + "” as an argument. Examples: size, size=42, size>100, url~login.";
    }
}
