package traceglass.app.window.timeline;

import traceglass.store.text.DisplayText;

/// Texts of the timeline page: the timeline, its notices and commands, and the menus of tracks and filters.
final class TimelineTexts {

    private TimelineTexts() {}

    // ---- Page

    static final String TIMELINE = "Timeline";
    static final String TIMELINE_OF_B = "Timeline of trace B";

    /// @param letter `A` or `B`
    static String trace(char letter) {
        return "Trace " + letter;
    }

    /// @param facts may be empty
    static String facts(String duration, String facts) {
        return facts.isEmpty() ? duration : duration + " · " + facts;
    }

    // ---- Empty timeline

    static final String NO_EVENTS = "This trace has no events to show on a timeline.";
    static final String OPEN_ANOTHER = "Open another trace…";
    static final String SHOW_REPORT = "Show import report";
    static final String SHOW_ALL_TRACKS = "Show all tracks";

    static String noTrackMatches(String filter) {
        return "No track matches the filter “" + DisplayText.oneLine(filter) + "”.";
    }

    // ---- Track outside the workspace

    static final String SHOW_IN_ALL_TRACKS = "Show in all tracks";

    static String notInWorkspace(String workspace) {
        return "The track is not in the workspace “" + workspace + "”.";
    }

    // ---- Several events

    static final String SELECT_SAME_NAME = "Select all visible slices of this name";

    // ---- Filter menu

    static final String PROCESS = "Process";
    static final String THREAD = "Thread";
    static final String CATEGORY = "Category";

    /// @param prefix prefix of the filter, such as `process:`
    static String moreChoices(int count, String prefix) {
        return "… and " + count + " more: type " + prefix + "name";
    }

    // ---- Track menu

    static final String EXPAND_GROUP = "Expand group";
    static final String COLLAPSE_GROUP = "Collapse group";
    static final String EXPAND_ALL = "Expand all in group";
    static final String COLLAPSE_ALL = "Collapse all in group";
    static final String SELECT_WHOLE_TRACE = "Select whole trace";
    static final String SEARCH_GROUP = "Search this group…";
    static final String SEARCH_TRACK = "Search this track…";
    static final String RENAME = "Rename…";
    static final String RENAME_PROMPT = "Name of the track; leave empty to restore the original name";
    static final String RESTORE_NAME = "Restore original name";
    static final String SHOW_SAME_NAME = "Show only tracks with this name";
    static final String ZOOM_TO_EVENTS = "Zoom to its events";
    static final String MARK_EVENTS = "Mark the time of its events";
    static final String NO_EVENTS_ON_TRACK = "This track has no events.";
    static final String COLOR_THREAD = "Color of this thread's slices";
    static final String COLOR_PROCESS = "Color of this process's slices";
    static final String ADD_TRACKS = "Add as tracks";
    static final String LIST_FLOWS = "List slices with flows";
    static final String ONLY_THREAD = "Show only tracks of this thread";
    static final String ONLY_PROCESS = "Show only tracks of this process";
    static final String OPEN_QUERY = "Open query";
    static final String REMOVE_TRACKS = "Remove these tracks";
    static final String REMOVE_TRACK = "Remove this track";
    static final String TRACK_INFO = "Track info";
    static final String COPY_LINK = "Copy link";

    static String pin(int tracks) {
        return "Pin" + several(tracks);
    }

    static String unpin(int tracks) {
        return "Unpin" + several(tracks);
    }

    static String hide(int tracks) {
        return "Hide" + several(tracks);
    }

    static String collapseRows(int tracks) {
        return "Collapse rows" + several(tracks);
    }

    private static String several(int tracks) {
        return tracks > 1 ? " (" + tracks + " tracks)" : "";
    }

    static String showHidden(int tracks) {
        return "Show hidden tracks (" + tracks + ")";
    }

    // ---- Track menu: counters

    static final String COUNTER_MODE = "Show";
    static final String SCALE = "Scale";
    static final String SCALE_TO_VISIBLE = "Scale to visible values";
    static final String SAME_SCALE = "Same scale for all tracks with this name";
    static final String HEIGHT = "Height";
    static final String OVERLAY = "Overlay";
    static final String CHART = "Chart";
    static final String CHART_TOGETHER = "Draw selected counters in one chart";
    static final String SPLIT_CHART = "Split chart into its counters";

    static String chartTogether(int counters) {
        return "Draw " + counters + " counters in one chart";
    }

    /// @param form `Stacked`
    static String chartAs(String form) {
        return "Chart: " + form;
    }

    static String times(Object factor) {
        return "× " + factor;
    }

    // ---- Commands

    static final String NEXT_DATA_LOSS = "Go to next data loss";
    static final String PINNED = "Pinned";

    static String addTrack(String title) {
        return "Add track: " + title;
    }

    static String runQuery(String title) {
        return "Run query: " + title;
    }

    // ---- Flows

    static final String FLOW_FORWARD = "Follow flow forward";
    static final String FLOW_BACKWARD = "Follow flow backward";
    static final String NEXT_OUTGOING_FLOW = "Switch to next outgoing flow";
    static final String NEXT_INCOMING_FLOW = "Switch to next incoming flow";

    static String cantReadFlows(String reason) {
        return "Can't read the flows of this slice: " + reason;
    }

    // ---- VSYNC stripes

    static final String TOGGLE_VSYNC = "Show or hide VSYNC stripes";
    static final String NO_VSYNC = "This trace has no VSYNC counter. Record with the atrace category gfx.";

    static String cantReadVsync(String reason) {
        return "Can't read the VSYNC counter: " + reason;
    }
}
