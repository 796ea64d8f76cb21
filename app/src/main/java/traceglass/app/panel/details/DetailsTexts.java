package traceglass.app.panel.details;

import static traceglass.store.language.Translations.tr;

import java.util.Locale;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the details of the selected event: fields, related events, durations and arguments.
final class DetailsTexts {

    // ---- Tabs
    static final String SELECTION = tr("Selection");
    static final String ARGUMENTS = tr("Arguments");
    static final String CLICK_EVENT = tr("Click an event on the timeline to see its details here.");
    static final String AVAILABLE_LATER = tr("Details are available once the trace has been read.");
    static final String TRY_AGAIN = tr("Try again");

    static String noSuchEvent(String table, long id) {
        return tr("This trace has no {0} with id {1}.", table, id);
    }

    static String cantLoadDetails(Object event, String reason) {
        return tr("Can't load the details of {0}: {1}", event, reason);
    }

    // ---- Event
    static final String TIME_OF_DAY = tr("Time of day");
    static final String CANT_SHOW_IMAGE = tr("Can't show the image. It is damaged or in an unsupported format.");

    /// Title of the command for a choice in an event's menu.
    static String menuCommand(String event, String choice) {
        return tr("Selected {0}: {1}{2}", event, choice.substring(0, 1).toLowerCase(Locale.ROOT), choice.substring(1));
    }

    // ---- Related events and states
    static final String INCOMING_FLOW = tr("Incoming flow");
    static final String OUTGOING_FLOW = tr("Outgoing flow");

    static String more(int count) {
        return tr("{0} more", count);
    }

    // ---- Durations of slices with the same name
    static final String DURATIONS = tr("Durations of slices with this name");
    static final String LIST_SLICES = tr("List slices");
    static final String COUNTING = tr("Counting…");
    static final String NONE_ENDED = tr("No slice with this name has ended.");
    static final String NONE_HAS_DURATION = tr("No slice with this name has a duration.");

    /// @param scope location of the slices, e.g. `on this track`
    static String onlySlice(String scope) {
        return tr("This is the only slice with this name and a duration {0}.", scope);
    }

    static String cantCountDurations(String reason) {
        return tr("Can't count the durations: {0}", reason);
    }

    static String percentiles(long slices, long median, long p90, long p99) {
        return tr(
                "{0}: median {1}, p90 {2}, p99 {3}",
                slices(slices), nonBreakingDuration(median), nonBreakingDuration(p90), nonBreakingDuration(p99));
    }

    static String longerThan(double percent) {
        return tr("; this slice is longer than {0}", DisplayText.percent(percent));
    }

    static String neverEnded(long slices) {
        return tr("; {0} never ended", DisplayText.grouped(slices));
    }

    static String withoutDuration(long slices) {
        return tr("; {0} without duration", DisplayText.grouped(slices));
    }

    /// Title of the list of all slices with a name.
    static String slicesNamed(String name, String scope) {
        return "“" + name + "” " + scope;
    }

    /// Title of the list of slices with a name and a duration in a range.
    static String slicesNamed(String name, String durations, String scope) {
        return tr("“{0}” of {1} {2}", name, durations, scope);
    }

    static String durationRange(long from, long to) {
        return from == to ? TimeText.duration(to) : TimeText.duration(from) + " – " + TimeText.duration(to);
    }

    static String histogram(long min, long max) {
        return tr("Histogram of durations, from {0} to {1}", TimeText.duration(min), TimeText.duration(max));
    }

    /// Tooltip of a bar of the histogram.
    static String bar(String range, long slices, double percent) {
        return range + "\n" + slices(slices) + ", " + DisplayText.percent(percent);
    }

    private static String slices(long count) {
        return DisplayText.count(count, "slice", "slices");
    }

    /// Formats a duration without line break opportunities.
    private static String nonBreakingDuration(long ns) {
        return TimeText.duration(ns).replace(' ', '\u00a0');
    }

    // ---- Arguments
    static final String FILTER = tr("Filter");
    static final String NO_ARGUMENTS = tr("This event has no arguments.");
    static final String NO_MATCHING_ARGUMENTS = tr("No arguments match the filter.");
    static final String LOADING_ARGUMENTS = tr("Loading arguments…");
    static final String NULL = tr("NULL");
    static final String OPEN_IN_BROWSER = tr("Open in browser");
    static final String COPY_KEY = tr("Copy key");
    static final String FIND_SLICES_WITH_VALUE = tr("Find slices with this value");
    static final String SHOW_VALUES_AS_COUNTER = tr("Show values as counter track");
    static final String SHOW_SLICES_AS_TRACK = tr("Show slices by value as track");
    static final String SHOW_SLICES_AS_TRACKS = tr("Show slices by value, one track each");
    static final String LINK_COPIED = tr("the link, because no browser could be opened");

    static String argumentTrack(String slice, String key) {
        return slice + " · " + key;
    }

    private DetailsTexts() {}
}
