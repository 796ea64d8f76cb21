package traceglass.app.panel.list;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Texts of the list of events that another panel requested.
final class EventListTexts {

    private EventListTexts() {}

    // ---- Tab and command

    static final String TAB = tr("List");
    static final String SHOW_LIST = tr("Show event list");

    // ---- Toolbar

    static final String FILTER_LIST = tr("Filter list");
    static final String SEARCHING = tr("Searching…");

    static String events(long events) {
        return DisplayText.count(events, "event", "events");
    }

    /// @param order criterion by which the listed events were chosen, such as `longest`
    static String firstOf(long listed, String order, long all) {
        return tr("{0} {1} of {2}", DisplayText.grouped(listed), order, DisplayText.grouped(all));
    }

    static String loadingFailed(String message) {
        return tr("Can't load the events: {0}", message);
    }

    // ---- Rows

    static final String LIST_OF_EVENTS = tr("List of events");
    static final String NO_EVENTS = tr("No matching events.");
}
