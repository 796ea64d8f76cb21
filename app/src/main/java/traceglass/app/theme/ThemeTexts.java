package traceglass.app.theme;

/// Titles of the color schemes.
final class ThemeTexts {

    private ThemeTexts() {}

    static final String SYSTEM = "System";
    static final String LIGHT = "Light";
    static final String DARK = "Dark";
}
