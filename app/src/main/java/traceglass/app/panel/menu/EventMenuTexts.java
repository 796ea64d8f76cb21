package traceglass.app.panel.menu;

import java.util.Locale;
import traceglass.store.text.DisplayText;

/// Texts of the context menu of an event.
final class EventMenuTexts {

    private static final int MAX_TITLE = 60;

    static final String COPY_MESSAGE = "Copy message";
    static final String COPY_MESSAGE_WITH_TIME = "Copy message and time";
    static final String COPY_WITH_TIME = "Copy name and time";
    static final String COPY_WITH_DURATION = "Copy name, time and duration";
    static final String ZOOM_TO = "Zoom to this";
    static final String SELECT_AS_RANGE = "Select as range";
    static final String MARK_SPAN = "Mark this span";
    static final String SET_FLAG = "Set flag here";
    static final String SEARCH_NAME = "Search for this name";
    static final String FILTER_THREAD = "Show only tracks of this thread";
    static final String FILTER_TRACKS = "Show only tracks with this name";
    static final String FLOW_FORWARD = "Follow flow forward";
    static final String FLOW_BACKWARD = "Follow flow backward";
    static final String CRITICAL_PATH = "Critical path";

    private EventMenuTexts() {}

    /// Heading of the menu.
    static String title(String name, String duration) {
        String line = DisplayText.oneLine(name);
        String cut = line.length() > MAX_TITLE ? line.substring(0, MAX_TITLE) + "…" : line;
        return duration.isEmpty() ? cut : cut + " · " + duration;
    }

    static String track(String name) {
        String line = DisplayText.oneLine(name);
        return "Track " + (line.length() > MAX_TITLE ? line.substring(0, MAX_TITLE) + "…" : line);
    }

    static String notAvailableFor(String name, String choice) {
        return "“" + choice + "” is not available for “" + DisplayText.oneLine(name) + "”.";
    }

    static String noSuchEvent(String table, long id) {
        return String.format(Locale.ROOT, "This trace has no %s with id %d.", table, id);
    }

    static String cantRead(String reason) {
        return "Can't read this event: " + reason;
    }
}
