package traceglass.app.window.timeline;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Texts of the timeline page: the timeline, its notices and commands, and the menus of tracks and filters.
final class TimelineTexts {

    private TimelineTexts() {}

    // ---- Page

    static final String TIMELINE = tr("Timeline");
    static final String TIMELINE_OF_B = tr("Timeline of trace B");

    /// @param letter `A` or `B`
    static String trace(char letter) {
        return tr("Trace {0}", letter);
    }

    /// @param summary may be empty
    static String subtitle(String duration, String summary) {
        return summary.isEmpty() ? duration : duration + " · " + summary;
    }

    // ---- Empty timeline

    static final String NO_EVENTS = tr("This trace has no events to show on a timeline.");
    static final String OPEN_ANOTHER = tr("Open another trace…");
    static final String SHOW_REPORT = tr("Show import report");
    static final String SHOW_ALL_TRACKS = tr("Show all tracks");

    static String noTrackMatches(String filter) {
        return tr("No track matches the filter “{0}”.", DisplayText.oneLine(filter));
    }

    // ---- Track outside the workspace

    static final String SHOW_IN_ALL_TRACKS = tr("Show in all tracks");

    static String notInWorkspace(String workspace) {
        return tr("The track is not in the workspace “{0}”.", workspace);
    }

    // ---- Several events

    static final String SELECT_SAME_NAME = tr("Select all visible slices of this name");

    // ---- Filter menu

    static final String PROCESS = tr("Process");
    static final String THREAD = tr("Thread");
    static final String CATEGORY = tr("Category");

    /// @param prefix prefix of the filter, such as `process:`
    static String moreChoices(int count, String prefix) {
        return tr("… and {0} more: type {1}name", count, prefix);
    }

    // ---- Track menu

    static final String EXPAND_GROUP = tr("Expand group");
    static final String COLLAPSE_GROUP = tr("Collapse group");
    static final String EXPAND_ALL = tr("Expand all in group");
    static final String COLLAPSE_ALL = tr("Collapse all in group");
    static final String SELECT_WHOLE_TRACE = tr("Select whole trace");
    static final String SEARCH_GROUP = tr("Search this group…");
    static final String SEARCH_TRACK = tr("Search this track…");
    static final String RENAME = tr("Rename…");
    static final String RENAME_PROMPT = tr("Name of the track; leave empty to restore the original name");
    static final String RESTORE_NAME = tr("Restore original name");
    static final String SHOW_SAME_NAME = tr("Show only tracks with this name");
    static final String ZOOM_TO_EVENTS = tr("Zoom to its events");
    static final String MARK_EVENTS = tr("Mark the time of its events");
    static final String NO_EVENTS_ON_TRACK = tr("This track has no events.");
    static final String COLOR_THREAD = tr("Color of this thread's slices");
    static final String COLOR_PROCESS = tr("Color of this process's slices");
    static final String ADD_TRACKS = tr("Add as tracks");
    static final String LIST_FLOWS = tr("List slices with flows");
    static final String ONLY_THREAD = tr("Show only tracks of this thread");
    static final String ONLY_PROCESS = tr("Show only tracks of this process");
    static final String OPEN_QUERY = tr("Open query");
    static final String REMOVE_TRACKS = tr("Remove these tracks");
    static final String REMOVE_TRACK = tr("Remove this track");
    static final String TRACK_INFO = tr("Track info");
    static final String COPY_LINK = tr("Copy link");

    static String pin(int tracks) {
        return tr("Pin{0}", several(tracks));
    }

    static String unpin(int tracks) {
        return tr("Unpin{0}", several(tracks));
    }

    static String hide(int tracks) {
        return tr("Hide{0}", several(tracks));
    }

    static String collapseRows(int tracks) {
        return tr("Collapse rows{0}", several(tracks));
    }

    private static String several(int tracks) {
        return tracks > 1 ? tr(" ({0} tracks)", tracks) : "";
    }

    static String showHidden(int tracks) {
        return tr("Show hidden tracks ({0})", tracks);
    }

    // ---- Track menu: counters

    static final String COUNTER_MODE = tr("Show");
    static final String SCALE = tr("Scale");
    static final String SCALE_TO_VISIBLE = tr("Scale to visible values");
    static final String SAME_SCALE = tr("Same scale for all tracks with this name");
    static final String HEIGHT = tr("Height");
    static final String OVERLAY = tr("Overlay");
    static final String CHART = tr("Chart");
    static final String CHART_TOGETHER = tr("Draw selected counters in one chart");
    static final String SPLIT_CHART = tr("Split chart into its counters");

    static String chartTogether(int counters) {
        return tr("Draw {0} counters in one chart", counters);
    }

    /// @param form `Stacked`
    static String chartAs(String form) {
        return tr("Chart: {0}", form);
    }

    static String times(Object factor) {
        return "× " + factor;
    }

    // ---- Commands

    static final String NEXT_DATA_LOSS = tr("Go to next data loss");
    static final String PINNED = tr("Pinned");

    static String addTrack(String title) {
        return tr("Add track: {0}", title);
    }

    static String runQuery(String title) {
        return tr("Run query: {0}", title);
    }

    // ---- Flows

    static final String FLOW_FORWARD = tr("Follow flow forward");
    static final String FLOW_BACKWARD = tr("Follow flow backward");
    static final String NEXT_OUTGOING_FLOW = tr("Switch to next outgoing flow");
    static final String NEXT_INCOMING_FLOW = tr("Switch to next incoming flow");

    static String cantReadFlows(String reason) {
        return tr("Can't read the flows of this slice: {0}", reason);
    }

    // ---- VSYNC stripes

    static final String TOGGLE_VSYNC = tr("Show or hide VSYNC stripes");
    static final String NO_VSYNC = tr("This trace has no VSYNC counter. Record with the atrace category gfx.");

    static String cantReadVsync(String reason) {
        return tr("Can't read the VSYNC counter: {0}", reason);
    }
}
