package traceglass.analysis.desktop;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for windows in Android's desktop mode.
final class DesktopTexts {

    private DesktopTexts() {}

    static final String WINDOWS = tr("Desktop Mode Windows");
    static final String WINDOW = tr("Window in desktop mode");
    static final String UID = tr("uid ");
    static final String WINDOW_NUMBER = tr(" · window ");
}
