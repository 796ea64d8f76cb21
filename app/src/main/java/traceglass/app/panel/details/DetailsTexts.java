package traceglass.app.panel.details;

import java.util.Locale;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the details of the selected event: fields, related events, durations and arguments.
final class DetailsTexts {

    // ---- Tabs
    static final String SELECTION = "Selection";
    static final String ARGUMENTS = "Arguments";
    static final String CLICK_EVENT = "Click an event on the timeline to see its details here.";
    static final String AVAILABLE_LATER = "Details are available once the trace has been read.";
    static final String TRY_AGAIN = "Try again";

    static String noSuchEvent(String table, long id) {
        return "This trace has no " + table + " with id " + id + ".";
    }

    static String cantLoadDetails(Object event, String reason) {
        return "Can't load the details of " + event + ": " + reason;
    }

    // ---- Event
    static final String TIME_OF_DAY = "Time of day";
    static final String CANT_SHOW_IMAGE = "Can't show the image. It is damaged or in an unsupported format.";

    /// Title of the command for a choice in an event's menu.
    static String menuCommand(String event, String choice) {
        return "Selected " + event + ": " + choice.substring(0, 1).toLowerCase(Locale.ROOT) + choice.substring(1);
    }

    // ---- Related events and states
    static final String INCOMING_FLOW = "Incoming flow";
    static final String OUTGOING_FLOW = "Outgoing flow";

    static String more(int count) {
        return count + " more";
    }

    // ---- Durations of slices with the same name
    static final String DURATIONS = "Durations of slices with this name";
    static final String LIST_SLICES = "List slices";
    static final String COUNTING = "Counting…";
    static final String NONE_ENDED = "No slice with this name has ended.";
    static final String NONE_HAS_DURATION = "No slice with this name has a duration.";

    /// @param scope where the slices are, e.g. `on this track`
    static String onlySlice(String scope) {
        return "This is the only slice with this name and a duration " + scope + ".";
    }

    static String cantCountDurations(String reason) {
        return "Can't count the durations: " + reason;
    }

    static String percentiles(long slices, long median, long p90, long p99) {
        return slices(slices) + ": median " + nonBreakingDuration(median) + ", p90 " + nonBreakingDuration(p90)
                + ", p99 " + nonBreakingDuration(p99);
    }

    static String longerThan(double percent) {
        return String.format(Locale.ROOT, "; this slice is longer than %.1f%%", percent);
    }

    static String neverEnded(long slices) {
        return "; " + DisplayText.grouped(slices) + " never ended";
    }

    static String withoutDuration(long slices) {
        return "; " + DisplayText.grouped(slices) + " without duration";
    }

    /// Title of the list of all slices with a name.
    static String slicesNamed(String name, String scope) {
        return "“" + name + "” " + scope;
    }

    /// Title of the list of slices with a name and a duration in a range.
    static String slicesNamed(String name, String durations, String scope) {
        return "“" + name + "” of " + durations + " " + scope;
    }

    static String durationRange(long from, long to) {
        return from == to ? TimeText.duration(to) : TimeText.duration(from) + " – " + TimeText.duration(to);
    }

    static String histogram(long min, long max) {
        return "Histogram of durations, from " + TimeText.duration(min) + " to " + TimeText.duration(max);
    }

    /// Tooltip of a bar of the histogram.
    static String bar(String range, long slices, double percent) {
        return range + "\n" + slices(slices) + String.format(Locale.ROOT, ", %.1f%%", percent);
    }

    private static String slices(long count) {
        return DisplayText.count(count, "slice", "slices");
    }

    /// Formats a duration without line break opportunities.
    private static String nonBreakingDuration(long ns) {
        return TimeText.duration(ns).replace(' ', '\u00a0');
    }

    // ---- Arguments
    static final String FILTER = "Filter";
    static final String NO_ARGUMENTS = "This event has no arguments.";
    static final String NO_MATCHING_ARGUMENTS = "No arguments match the filter.";
    static final String LOADING_ARGUMENTS = "Loading arguments…";
    static final String NULL = "NULL";
    static final String OPEN_IN_BROWSER = "Open in browser";
    static final String COPY_KEY = "Copy key";
    static final String FIND_SLICES_WITH_VALUE = "Find slices with this value";
    static final String SHOW_VALUES_AS_COUNTER = "Show values as counter track";
    static final String SHOW_SLICES_AS_TRACK = "Show slices by value as track";
    static final String SHOW_SLICES_AS_TRACKS = "Show slices by value, one track each";
    static final String LINK_COPIED = "the link, because no browser could be opened";

    static String argumentTrack(String slice, String key) {
        return slice + " · " + key;
    }

    private DetailsTexts() {}
}
