package traceglass.app.ui;

import static traceglass.store.language.Translations.tr;

/// Texts of the shared controls: details pane, banners, pop-ups and dialogs.
public final class UiTexts {

    private UiTexts() {}

    // ---- Details pane

    static final String NOTHING_SELECTED = tr("Click an event on the timeline to see its details here.");
    static final String TABS_AND_SIZE = tr("All tabs and pane size");
    static final String MAXIMIZE = tr("Maximize");
    static final String MINIMIZE = tr("Minimize (double-click the tab bar to maximize)");
    static final String RESTORE = tr("Restore");
    static final String CLOSE_PANE = tr("Close   Q");

    // ---- Toolbars

    public static final String MORE = tr("More");
    static final String ALL_TABS = tr("All tabs");

    // ---- Banners

    static final String CLOSE = tr("Close");

    // ---- Pop-ups and dialogs

    static final String OPEN_PROJECT = tr("Open project");

    /// @param plural noun for the items, such as `columns`
    static String find(String plural) {
        return tr("Find {0}", plural);
    }
}
