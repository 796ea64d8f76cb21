package traceglass.app.ui;

/// Texts of the shared controls: details pane, banners, pop-ups and dialogs.
final class UiTexts {

    private UiTexts() {}

    // ---- Details pane

    static final String NOTHING_SELECTED = "Click an event on the timeline to see its details here.";
    static final String TABS_AND_SIZE = "All tabs and pane size";
    static final String MAXIMIZE = "Maximize";
    static final String MINIMIZE = "Minimize (double-click the tab bar to maximize)";
    static final String RESTORE = "Restore";
    static final String CLOSE_PANE = "Close   Q";

    // ---- Toolbars

    static final String MORE_TOOLS = "More";
    static final String ALL_TABS = "All tabs";

    // ---- Banners

    static final String CLOSE = "Close";

    // ---- Pop-ups and dialogs

    static final String OPEN_PROJECT = "Open project";

    /// @param plural noun for the items, such as `columns`
    static String find(String plural) {
        return "Find " + plural;
    }
}
