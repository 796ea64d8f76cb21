package traceglass.app.panel.list;

import traceglass.store.text.DisplayText;

/// Texts of the list of events that another panel requested.
final class EventListTexts {

    private EventListTexts() {}

    // ---- Tab and command

    static final String TAB = "List";
    static final String SHOW_LIST = "Show event list";

    // ---- Toolbar

    static final String FILTER_LIST = "Filter list";
    static final String SEARCHING = "Searching…";

    static String events(long events) {
        return DisplayText.count(events, "event", "events");
    }

    /// @param order criterion by which the listed events were chosen, such as `longest`
    static String firstOf(long listed, String order, long all) {
        return DisplayText.grouped(listed) + " " + order + " of " + DisplayText.grouped(all);
    }

    static String loadingFailed(String message) {
        return "Can't load the events: " + message;
    }

    // ---- Rows

    static final String LIST_OF_EVENTS = "List of events";
    static final String NO_EVENTS = "No matching events.";
}
