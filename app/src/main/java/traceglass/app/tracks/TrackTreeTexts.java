package traceglass.app.tracks;

import java.util.List;
import java.util.Locale;
import traceglass.store.text.DisplayText;

/// Texts about the track tree: commands that find, pin and expand tracks, the track info, and workspaces.
final class TrackTreeTexts {

    private TrackTreeTexts() {}

    // ---- Numbers of tracks and groups

    static String tracks(long tracks) {
        return DisplayText.count(tracks, "track", "tracks");
    }

    static String groups(long groups) {
        return DisplayText.count(groups, "group", "groups");
    }

    // ---- Commands on tracks

    static final String FIND_TRACK = "Find track…";
    static final String SEARCH_TRACK = "Search a track or group…";
    static final String FILTER_TRACKS = "Filter tracks";
    static final String PIN_BY_NAME = "Pin tracks by name…";
    static final String PIN_BY_REGEX = "Pin tracks by regular expression…";
    static final String UNPIN_BY_REGEX = "Unpin tracks by regular expression…";
    static final String EXPAND_BY_NAME = "Expand groups by name…";
    static final String EXPAND_BY_REGEX = "Expand groups by regular expression…";
    static final String COLLAPSE_BY_REGEX = "Collapse groups by regular expression…";

    // ---- Questions for tracks

    private static final String MATCHING_REGEX =
            " whose names match a regular expression (prefix path: to include groups)";
    static final String ASK_TRACK = "Go to track (Shift Enter: pin)";
    static final String ASK_SEARCHED_TRACK = "Choose a track or group to search";
    static final String ASK_PINNED_NAME = "Pin tracks whose names contain";
    static final String ASK_PINNED_REGEX = "Pin tracks" + MATCHING_REGEX;
    static final String ASK_UNPINNED_REGEX = "Unpin tracks" + MATCHING_REGEX;
    static final String ASK_EXPANDED_NAME = "Expand groups whose names contain";
    static final String ASK_EXPANDED_REGEX = "Expand groups" + MATCHING_REGEX;
    static final String ASK_COLLAPSED_REGEX = "Collapse groups" + MATCHING_REGEX;
    static final String ASK_COPIED_REGEX = "Copy tracks" + MATCHING_REGEX;
    static final String NO_MATCHES = "no matches";
    static final String REGEX_TOO_SLOW = "the regular expression takes too long; simplify it";

    static String invalidRegex(String description) {
        return "invalid regular expression: " + description;
    }

    static String matchingTracks(int matching, int all) {
        if (matching == 0) {
            return "no matching track";
        }
        return matching == all
                ? DisplayText.grouped(all)
                : DisplayText.grouped(matching) + " of " + DisplayText.grouped(all);
    }

    static String pinAll(long tracks) {
        return "Pin all " + tracks(tracks);
    }

    static String unpinAll(long tracks) {
        return "Unpin all " + tracks(tracks);
    }

    static String copyAll(long tracks) {
        return "Copy all " + tracks(tracks);
    }

    static String expandAll(long groups) {
        return "Expand all " + groups(groups);
    }

    static String collapseAll(long groups) {
        return "Collapse all " + groups(groups);
    }

    // ---- Status line

    static final String PINNED = "Pinned";
    static final String HIDDEN_BY_FILTER = "Hidden by the filter";
    static final String FOUND = "Found";

    static String toWorkspace(String workspace) {
        return "to workspace " + workspace;
    }

    // ---- Track info

    static final String TRACK_TAB = "Track";
    static final String TRACK_INFO = "Track info";
    static final String TRACK_HELP = "Track help";
    static final String TRACK_SQL = "Track SQL";
    static final String RUN = "Run";
    static final String DIMENSIONS = "Dimensions";
    static final String TRACK_ARGUMENTS = "Track arguments";
    static final String DESCRIPTION = "Description";
    static final String CLOSE_HELP = "Close   Esc";
    static final String TRACK_NOT_SHOWN = "This track is hidden or not in the current workspace.";

    static String helpOf(String track, String help) {
        return track + ": " + help;
    }

    static String trackInfoFailed(String message) {
        return "Can't load the track info: " + message;
    }

    // ---- Workspace bar

    static final String WORKSPACES = "Workspaces";
    static final String ALL_TRACKS = "All tracks";
    static final String ALL_TRACKS_OF_TRACE = "All tracks of the trace";
    static final String CREATE_OR_FILL_WORKSPACE = "Create or fill workspace";
    static final String WORKSPACE_EMPTY =
            "This workspace is empty. Copy tracks to it with their context menu or with the + button.";
    static final String RENAME = "Rename…";
    static final String REMOVE = "Remove";
    static final String PREDEFINED = "Predefined";

    static String workspace(String name) {
        return "Workspace " + name;
    }

    // ---- Commands on workspaces

    static final String NEW_WORKSPACE = "New workspace…";
    static final String SWITCH_WORKSPACE = "Switch workspace…";
    static final String LEAVE_WORKSPACE = "Leave workspace";
    static final String RENAME_WORKSPACE = "Rename workspace…";
    static final String REMOVE_WORKSPACE = "Remove workspace";
    static final String NEW_GROUP = "New group in workspace…";
    static final String REMOVE_TRACK = "Remove track from workspace";
    static final String MOVE_TRACK = "Move track to group in workspace…";
    static final String COPY_TO_WORKSPACE = "Copy to workspace";
    private static final String COPY_PREFIX = COPY_TO_WORKSPACE + ": ";
    static final String COPY_PINNED = COPY_PREFIX + "pinned tracks…";
    static final String COPY_FILTERED = COPY_PREFIX + "filtered tracks…";
    static final String COPY_SELECTED = COPY_PREFIX + "selected tracks…";
    static final String COPY_REGEX = COPY_PREFIX + "tracks by regular expression…";
    static final String COPY_REGEX_GROUPS = COPY_PREFIX + "tracks by regular expression, with groups…";
    static final String COPY_MAIN_THREADS = COPY_PREFIX + "main threads";
    static final String COPY_SQL = COPY_PREFIX + "tracks from an SQL result…";
    static final String COPY_SQL_GROUPS = COPY_PREFIX + "tracks from an SQL result, with groups…";

    /// Title of a copy command as an item of the submenu.
    static String copyItem(String title) {
        String item = title.substring(COPY_PREFIX.length());
        return item.substring(0, 1).toUpperCase(Locale.ROOT) + item.substring(1);
    }

    // ---- Menu of a track

    static final String MOVE_TO_GROUP = "Move to group";

    static String copyToWorkspace(int tracks) {
        return COPY_TO_WORKSPACE + several(tracks);
    }

    static String copyToWorkspaceAndShow(int tracks) {
        return COPY_TO_WORKSPACE + " and show" + several(tracks);
    }

    static String removeFromWorkspace(int tracks) {
        return "Remove from workspace" + several(tracks);
    }

    private static String several(int tracks) {
        return tracks > 1 ? " (" + tracks(tracks) + ")" : "";
    }

    // ---- Questions for workspaces

    static final String ASK_WORKSPACE = "Choose a workspace";
    static final String ASK_NEW_OR_EXISTING = "Choose a workspace or type a new name";
    static final String ASK_WORKSPACE_NAME = "Workspace name";
    static final String ASK_GROUP = "Choose a group";
    static final String ASK_GROUP_NAME = "Group name";
    static final String ASK_PROCESS = "Choose a process";
    static final String ASK_SQL = "SQL with a column track_id, utid, upid, ucpu or slice_id, e.g. SELECT DISTINCT"
            + " track_id FROM slice WHERE name GLOB 'doFrame*'";
    static final String KIND_WORKSPACE = "workspace";
    static final String KIND_TRACE = "whole trace";
    static final String KIND_GROUP = "group";

    static String newWorkspace(String name) {
        return "New workspace “" + name + "”";
    }

    // ---- Predefined workspaces

    static final String FOR_PROCESS = "Workspace for a process…";
    static final String FOR_SYSTEM_UI = "Workspace for System UI";
    static final String FOR_NAVIGATIONS = "Workspace for Chrome navigations";
    static final String FOR_UNFOLDING = "Workspace for unfolding";

    // ---- Names of workspaces and groups

    static final String DEFAULT_WORKSPACE = "Workspace";
    static final String DEFAULT_GROUP = "Group";
    static final String PINNED_TRACKS = "Pinned tracks";
    static final String FILTERED_TRACKS = "Filtered tracks";
    static final String SELECTED_TRACKS = "Selected tracks";
    static final String MATCHING_TRACKS = "Matching tracks";
    static final String MAIN_THREADS = "Main threads";
    static final String QUERY_RESULT = "Query result";
    static final String SYSTEM_UI = "System UI";
    static final String NAVIGATIONS = "Chrome navigations";
    static final String UNFOLDING = "Unfolding";
    static final String UNFOLD_ANIMATION = "Unfold animation";
    static final String DISPLAY_SWITCHING = "Display switching";
    static final String OTHER_UNFOLDING = "Other unfolding tracks";
    static final String UI_THREADS = "UI threads";
    static final String COUNTERS = "Counters";

    // ---- Messages about workspaces

    static final String TRACE_NOT_READY = "The trace is still being read. Try again when it is ready.";
    static final String NO_SUCH_TRACKS = "The trace has no such tracks.";
    static final String RESULT_WITHOUT_TRACKS = "The result contains no tracks of this trace.";

    static String nameTaken(String name) {
        return "A workspace named “" + name + "” already exists.";
    }

    static String findingFailed(String message) {
        return "Can't find tracks: " + message;
    }

    static String noColumn(List<String> columns) {
        return "The result has none of the columns " + String.join(", ", columns) + ".";
    }
}
