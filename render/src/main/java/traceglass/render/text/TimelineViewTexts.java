package traceglass.render.text;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// User-visible strings for the timeline control: corner, rows, drawing, tooltips, scales of counters.
public final class TimelineViewTexts {

    public static final String TIMELINE = "Timeline";
    /// Between parts of a line.
    public static final String SEPARATOR = " · ";

    private TimelineViewTexts() {}

    // ---- Corner above the labels

    public static final String PREVIOUS_VIEW = "Previous view";
    public static final String NEXT_VIEW = "Next view";
    public static final String WORKSPACES = "Workspaces: custom trees of tracks";
    public static final String EXPAND_ALL = "Expand all groups";
    public static final String COLLAPSE_ALL = "Collapse all groups";
    public static final String FILTER_TRACKS = "Filter tracks";
    public static final String FILTER_TOOLTIP = "Parts of track names, separated by commas. Prefixes process:, thread:"
            + " and category: narrow the search.";
    public static final String CLEAR_FILTER = "Clear filter (Esc)";
    public static final String FILTER_MENU = "Filter by process, thread or category";

    public static String filter(String workspace) {
        return "Filter " + workspace;
    }

    // ---- Header

    public static String spanOf(String visible, String total) {
        return visible + " of " + total;
    }

    // ---- Rows

    /// Label of slices that are below the row of their thread.
    public static final String SLICES = "Slices";
    public static final String RETRY = "Retry";

    /// Name of a row for assistive technology.
    public static String slicesOf(String track) {
        return track + ", slices";
    }

    /// Name of a pinned row for assistive technology.
    ///
    /// @param groups names of the groups that contain the track; may be empty
    public static String pinned(String track, String groups) {
        return track + ", pinned" + (groups.isEmpty() ? "" : ", " + groups);
    }

    public static String expandedGroup(String group) {
        return group + ", expanded group";
    }

    public static String collapsedGroup(String group) {
        return group + ", collapsed group";
    }

    public static String tracks(int tracks) {
        return DisplayText.count(tracks, "track", "tracks");
    }

    public static String drawingFailed(String message) {
        return "Can't draw the data of this track: " + message;
    }

    public static String flowsNotDrawn(long flows) {
        return TimeText.count(flows) + (flows == 1 ? " more flow is" : " more flows are") + " not drawn";
    }

    // ---- Scales of counters

    public static final String SCALE_AUTOMATIC = "Automatic";
    public static final String SCALE_FROM_ZERO = "From zero";
    public static final String SCALE_MIN_MAX = "Minimum to maximum";
    public static final String SCALE_LOGARITHMIC = "Logarithmic";
    public static final String CHART_OVERLAID = "Overlaid";
    public static final String CHART_STACKED = "Stacked";
    public static final String CHART_NORMALIZED = "Normalized";
    public static final String CHART_WHOLE = "100%";
    public static final String CHART_HALF = "50%";
    public static final String CHART_NONE = "0%";
    public static final String CHART_SUM_SUFFIX = "  sum";
    public static final String LOGARITHMIC_SUFFIX = "  log";
    public static final String MIN_MAX_SUFFIX = "  min–max";

    // ---- Tooltips

    public static final String NO_NAME = "(no name)";
    public static final String GAPS_MAY_BE_LOSS = "gaps here may be lost data";
    public static final String DRAG_FREELY = "Hold Alt to drag freely";

    public static String since(String time) {
        return "since " + time;
    }

    public static String didNotEnd(String time) {
        return "did not end" + SEPARATOR + time;
    }

    public static String instant(String time) {
        return "instant" + SEPARATOR + time;
    }

    public static String durationAndTime(String duration, String time) {
        return duration + SEPARATOR + time;
    }

    public static String lost(String data) {
        return "Lost: " + data;
    }

    /// Returns a text preceded by the number of other events at the same position, if any.
    public static String withOtherEvents(long others, String text) {
        return others == 0
                ? text
                : "and " + TimeText.count(others) + (others == 1 ? " other" : " others") + SEPARATOR + text;
    }

    /// Returns a text preceded by the number of other losses at the same position, if any.
    public static String withOtherLosses(long others, String text) {
        return others == 0
                ? text
                : "and " + TimeText.count(others) + (others == 1 ? " other loss" : " other losses") + SEPARATOR + text;
    }

    public static String startOf(String event) {
        return "Start of " + event;
    }

    public static String endOf(String event) {
        return "End of " + event;
    }

    // ---- Pictures

    public static String pictureTooLarge(int width, int height, int max) {
        return "can't draw a picture of " + width + " by " + height + " pixels; the maximum is " + max + " by " + max;
    }
}
