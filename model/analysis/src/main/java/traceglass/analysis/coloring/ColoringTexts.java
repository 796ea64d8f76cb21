package traceglass.analysis.coloring;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for color rules.
final class ColoringTexts {

    private ColoringTexts() {}

    static final String NAME = tr("Name");
    static final String CATEGORY = tr("Category");
    static final String ARGUMENT = tr("Argument");
    static final String EXPRESSION = tr("SQL expression");

    static String invalidPattern(String reason) {
        return tr("Invalid regular expression: {0}", reason);
    }

    static String invalidArgument(String text) {
        return tr("Can't read “{0}” as an argument. Examples: size, size=42, size>100, url~login.", text);
    }
}
