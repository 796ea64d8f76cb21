package traceglass.render.text;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// User-visible strings for the timeline control: corner, rows, drawing, tooltips, scales of counters.
public final class TimelineViewTexts {

    public static final String TIMELINE = tr("Timeline");
    /// Separator between parts of a line.
    public static final String SEPARATOR = " · ";

    private TimelineViewTexts() {}

    // ---- Corner above the labels

    public static final String PREVIOUS_VIEW = tr("Previous view");
    public static final String NEXT_VIEW = tr("Next view");
    public static final String WORKSPACES = tr("Workspaces: custom trees of tracks");
    public static final String EXPAND_ALL = tr("Expand all groups");
    public static final String COLLAPSE_ALL = tr("Collapse all groups");
    public static final String FILTER_TRACKS = tr("Filter tracks");
    public static final String FILTER_TOOLTIP =
            tr("Parts of track names, separated by commas. Prefixes process:, thread:"
                    + " and category: narrow the search.");
    public static final String CLEAR_FILTER = tr("Clear filter (Esc)");
    public static final String FILTER_MENU = tr("Filter by process, thread or category");

    public static String filter(String workspace) {
        return tr("Filter {0}", workspace);
    }

    // ---- Header

    public static String spanOf(String visible, String total) {
        return tr("{0} of {1}", visible, total);
    }

    // ---- Rows

    /// Label of slices that are below the row of their thread.
    public static final String SLICES = tr("Slices");
    public static final String TRY_AGAIN = tr("Try again");

    /// Name of a row for assistive technology.
    public static String slicesOf(String track) {
        return tr("{0}, slices", track);
    }

    /// Name of a pinned row for assistive technology.
    ///
    /// @param groups names of the groups that contain the track; may be empty
    public static String pinned(String track, String groups) {
        return tr("{0}, pinned{1}", track, groups.isEmpty() ? "" : ", " + groups);
    }

    public static String expandedGroup(String group) {
        return tr("{0}, expanded group", group);
    }

    public static String collapsedGroup(String group) {
        return tr("{0}, collapsed group", group);
    }

    public static String tracks(int tracks) {
        return DisplayText.count(tracks, "track", "tracks");
    }

    public static String drawingFailed(String message) {
        return tr("Can't draw the data of this track: {0}", message);
    }

    public static String flowsNotDrawn(long flows) {
        return tr("{0}{1} not drawn", TimeText.count(flows), flows == 1 ? tr(" more flow is") : tr(" more flows are"));
    }

    // ---- Scales of counters

    public static final String SCALE_AUTOMATIC = tr("Automatic");
    public static final String SCALE_FROM_ZERO = tr("From zero");
    public static final String SCALE_MIN_MAX = tr("Minimum to maximum");
    public static final String SCALE_LOGARITHMIC = tr("Logarithmic");
    public static final String CHART_OVERLAID = tr("Overlaid");
    public static final String CHART_STACKED = tr("Stacked");
    public static final String CHART_NORMALIZED = tr("Normalized");
    public static final String CHART_WHOLE = "100%";
    public static final String CHART_HALF = "50%";
    public static final String CHART_NONE = "0%";
    public static final String CHART_SUM_SUFFIX = tr("  sum");
    public static final String LOGARITHMIC_SUFFIX = tr("  log");
    public static final String MIN_MAX_SUFFIX = tr("  min–max");

    // ---- Tooltips

    public static final String NO_NAME = tr("(no name)");
    public static final String GAPS_MAY_BE_LOSS = tr("gaps here may be lost data");
    public static final String DRAG_FREELY = tr("Hold Alt to drag freely");

    public static String since(String time) {
        return tr("since {0}", time);
    }

    public static String didNotEnd(String time) {
        return tr("did not end{0}{1}", SEPARATOR, time);
    }

    public static String instant(String time) {
        return tr("instant{0}{1}", SEPARATOR, time);
    }

    public static String durationAndTime(String duration, String time) {
        return duration + SEPARATOR + time;
    }

    public static String lost(String data) {
        return tr("Lost: {0}", data);
    }

    /// Returns a text preceded by the number of other events at the same position, if any.
    public static String withOtherEvents(long others, String text) {
        return others == 0
                ? text
                : tr(
                        "and {0}{1}{2}{3}",
                        TimeText.count(others), others == 1 ? tr(" other") : tr(" others"), SEPARATOR, text);
    }

    /// Returns a text preceded by the number of other losses at the same position, if any.
    public static String withOtherLosses(long others, String text) {
        return others == 0
                ? text
                : tr(
                        "and {0}{1}{2}{3}",
                        TimeText.count(others), others == 1 ? tr(" other loss") : tr(" other losses"), SEPARATOR, text);
    }

    public static String startOf(String event) {
        return tr("Start of {0}", event);
    }

    public static String endOf(String event) {
        return tr("End of {0}", event);
    }

    // ---- Pictures

    public static String pictureTooLarge(int width, int height, int max) {
        return tr("can't draw a picture of {0} by {1} pixels; the maximum is {2} by {3}", width, height, max, max);
    }
}
