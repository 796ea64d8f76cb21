package traceglass.analysis.desktop;

/// User-visible strings for windows in Android's desktop mode.
final class DesktopTexts {

    private DesktopTexts() {}

    static final String WINDOWS = "Desktop Mode Windows";
    static final String WINDOW = "Window in desktop mode";
    static final String UID = "uid ";
    static final String WINDOW_NUMBER = " · window ";
}
