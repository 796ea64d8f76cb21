package traceglass.app.theme;

import static traceglass.store.language.Translations.tr;

/// Titles of the color schemes.
final class ThemeTexts {

    private ThemeTexts() {}

    static final String SYSTEM = tr("System");
    static final String LIGHT = tr("Light");
    static final String DARK = tr("Dark");
}
