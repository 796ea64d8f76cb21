package traceglass.app.panel.menu;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Texts of the context menu of an event.
final class EventMenuTexts {

    private static final int MAX_TITLE = 60;

    static final String COPY_MESSAGE = tr("Copy message");
    static final String COPY_MESSAGE_WITH_TIME = tr("Copy message and time");
    static final String COPY_WITH_TIME = tr("Copy name and time");
    static final String COPY_WITH_DURATION = tr("Copy name, time and duration");
    static final String ZOOM_TO = tr("Zoom to this");
    static final String SELECT_AS_RANGE = tr("Select as range");
    static final String MARK_SPAN = tr("Mark this span");
    static final String SET_FLAG = tr("Set flag here");
    static final String SEARCH_NAME = tr("Search for this name");
    static final String FILTER_THREAD = tr("Show only tracks of this thread");
    static final String FILTER_TRACKS = tr("Show only tracks with this name");
    static final String FLOW_FORWARD = tr("Follow flow forward");
    static final String FLOW_BACKWARD = tr("Follow flow backward");
    static final String CRITICAL_PATH = tr("Critical path");

    private EventMenuTexts() {}

    /// Heading of the menu.
    static String title(String name, String duration) {
        String line = DisplayText.oneLine(name);
        String cut = line.length() > MAX_TITLE ? line.substring(0, MAX_TITLE) + "…" : line;
        return duration.isEmpty() ? cut : cut + " · " + duration;
    }

    static String track(String name) {
        String line = DisplayText.oneLine(name);
        return tr("Track {0}", line.length() > MAX_TITLE ? line.substring(0, MAX_TITLE) + "…" : line);
    }

    static String notAvailableFor(String name, String choice) {
        return tr("“{0}” is not available for “{1}”.", choice, DisplayText.oneLine(name));
    }

    static String noSuchEvent(String table, long id) {
        return tr("This trace has no {0} with id {1}.", table, id);
    }

    static String cantRead(String reason) {
        return tr("Can't read this event: {0}", reason);
    }
}
