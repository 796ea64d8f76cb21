package traceglass.analysis.desktop;

/// Texts about windows in Android's desktop mode.
final class DesktopTexts {

    private DesktopTexts() {}

    static final String WINDOWS = "Desktop Mode Windows";
    static final String WINDOW = "Window in desktop mode";
}
