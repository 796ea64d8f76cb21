package traceglass.app.tracks;

import static traceglass.store.language.Translations.tr;

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

    static final String FIND_TRACK = tr("Find track…");
    static final String SEARCH_TRACK = tr("Search a track or group…");
    static final String FILTER_TRACKS = tr("Filter tracks");
    static final String PIN_BY_NAME = tr("Pin tracks by name…");
    static final String PIN_BY_REGEX = tr("Pin tracks by regular expression…");
    static final String UNPIN_BY_REGEX = tr("Unpin tracks by regular expression…");
    static final String EXPAND_BY_NAME = tr("Expand groups by name…");
    static final String EXPAND_BY_REGEX = tr("Expand groups by regular expression…");
    static final String COLLAPSE_BY_REGEX = tr("Collapse groups by regular expression…");

    // ---- Questions for tracks

    private static final String MATCHING_REGEX =
            tr(" whose names match a regular expression (prefix path: to include groups)");
    static final String ASK_TRACK = tr("Go to track (Shift Enter: pin)");
    static final String ASK_SEARCHED_TRACK = tr("Choose a track or group to search");
    static final String ASK_PINNED_NAME = tr("Pin tracks whose names contain");
    static final String ASK_PINNED_REGEX = tr("Pin tracks{0}", MATCHING_REGEX);
    static final String ASK_UNPINNED_REGEX = tr("Unpin tracks{0}", MATCHING_REGEX);
    static final String ASK_EXPANDED_NAME = tr("Expand groups whose names contain");
    static final String ASK_EXPANDED_REGEX = tr("Expand groups{0}", MATCHING_REGEX);
    static final String ASK_COLLAPSED_REGEX = tr("Collapse groups{0}", MATCHING_REGEX);
    static final String ASK_COPIED_REGEX = tr("Copy tracks{0}", MATCHING_REGEX);
    static final String NO_MATCHES = tr("no matches");
    static final String REGEX_TOO_SLOW = tr("the regular expression takes too long; simplify it");

    static String invalidRegex(String description) {
        return tr("invalid regular expression: {0}", description);
    }

    static String matchingTracks(int matching, int all) {
        if (matching == 0) {
            return tr("no matching track");
        }
        return matching == all
                ? DisplayText.grouped(all)
                : tr("{0} of {1}", DisplayText.grouped(matching), DisplayText.grouped(all));
    }

    static String pinAll(long tracks) {
        return tr("Pin all {0}", tracks(tracks));
    }

    static String unpinAll(long tracks) {
        return tr("Unpin all {0}", tracks(tracks));
    }

    static String copyAll(long tracks) {
        return tr("Copy all {0}", tracks(tracks));
    }

    static String expandAll(long groups) {
        return tr("Expand all {0}", groups(groups));
    }

    static String collapseAll(long groups) {
        return tr("Collapse all {0}", groups(groups));
    }

    // ---- Status line

    static final String PINNED = tr("Pinned");
    static final String HIDDEN_BY_FILTER = tr("Hidden by the filter");
    static final String FOUND = tr("Found");

    static String toWorkspace(String workspace) {
        return tr("to workspace {0}", workspace);
    }

    // ---- Track info

    static final String TRACK_TAB = tr("Track");
    static final String TRACK_INFO = tr("Track info");
    static final String TRACK_HELP = tr("Track help");
    static final String TRACK_SQL = tr("Track SQL");
    static final String RUN = tr("Run");
    static final String DIMENSIONS = tr("Dimensions");
    static final String TRACK_ARGUMENTS = tr("Track arguments");
    static final String DESCRIPTION = tr("Description");
    static final String CLOSE_HELP = tr("Close   Esc");
    static final String TRACK_NOT_SHOWN = tr("This track is hidden or not in the current workspace.");

    static String helpOf(String track, String help) {
        return track + ": " + help;
    }

    static String trackInfoFailed(String message) {
        return tr("Can't load the track info: {0}", message);
    }

    // ---- Workspace bar

    static final String WORKSPACES = tr("Workspaces");
    static final String ALL_TRACKS = tr("All tracks");
    static final String ALL_TRACKS_OF_TRACE = tr("All tracks of the trace");
    static final String CREATE_OR_FILL_WORKSPACE = tr("Create or fill workspace");
    static final String WORKSPACE_EMPTY =
            tr("This workspace is empty. Copy tracks to it with their context menu or with the + button.");
    static final String RENAME = tr("Rename…");
    static final String REMOVE = tr("Remove");
    static final String PREDEFINED = tr("Predefined");

    static String workspace(String name) {
        return tr("Workspace {0}", name);
    }

    // ---- Commands on workspaces

    static final String NEW_WORKSPACE = tr("New workspace…");
    static final String SWITCH_WORKSPACE = tr("Switch workspace…");
    static final String LEAVE_WORKSPACE = tr("Leave workspace");
    static final String RENAME_WORKSPACE = tr("Rename workspace…");
    static final String REMOVE_WORKSPACE = tr("Remove workspace");
    static final String NEW_GROUP = tr("New group in workspace…");
    static final String REMOVE_TRACK = tr("Remove track from workspace");
    static final String MOVE_TRACK = tr("Move track to group in workspace…");
    static final String COPY_TO_WORKSPACE = tr("Copy to workspace");
    private static final String COPY_PREFIX = COPY_TO_WORKSPACE + ": ";
    static final String COPY_PINNED = tr("{0}pinned tracks…", COPY_PREFIX);
    static final String COPY_FILTERED = tr("{0}filtered tracks…", COPY_PREFIX);
    static final String COPY_SELECTED = tr("{0}selected tracks…", COPY_PREFIX);
    static final String COPY_REGEX = tr("{0}tracks by regular expression…", COPY_PREFIX);
    static final String COPY_REGEX_GROUPS = tr("{0}tracks by regular expression, with groups…", COPY_PREFIX);
    static final String COPY_MAIN_THREADS = tr("{0}main threads", COPY_PREFIX);
    static final String COPY_SQL = tr("{0}tracks from an SQL result…", COPY_PREFIX);
    static final String COPY_SQL_GROUPS = tr("{0}tracks from an SQL result, with groups…", COPY_PREFIX);

    /// Title of a copy command as an item of the submenu.
    static String copyItem(String title) {
        // A translation may begin in another way.
        boolean hasPrefix = title.startsWith(COPY_PREFIX) && title.length() > COPY_PREFIX.length();
        String item = hasPrefix ? title.substring(COPY_PREFIX.length()) : title;
        return item.substring(0, 1).toUpperCase(Locale.ROOT) + item.substring(1);
    }

    // ---- Menu of a track

    static final String MOVE_TO_GROUP = tr("Move to group");

    static String copyToWorkspace(int tracks) {
        return COPY_TO_WORKSPACE + several(tracks);
    }

    static String copyToWorkspaceAndShow(int tracks) {
        return tr("{0} and show{1}", COPY_TO_WORKSPACE, several(tracks));
    }

    static String removeFromWorkspace(int tracks) {
        return tr("Remove from workspace{0}", several(tracks));
    }

    private static String several(int tracks) {
        return tracks > 1 ? " (" + tracks(tracks) + ")" : "";
    }

    // ---- Questions for workspaces

    static final String ASK_WORKSPACE = tr("Choose a workspace");
    static final String ASK_NEW_OR_EXISTING = tr("Choose a workspace or type a new name");
    static final String ASK_WORKSPACE_NAME = tr("Workspace name");
    static final String ASK_GROUP = tr("Choose a group");
    static final String ASK_GROUP_NAME = tr("Group name");
    static final String ASK_PROCESS = tr("Choose a process");
    static final String ASK_SQL = tr("SQL with a column track_id, utid, upid, ucpu or slice_id, such as SELECT DISTINCT"
            + " track_id FROM slice WHERE name GLOB 'doFrame*'");
    static final String KIND_WORKSPACE = tr("workspace");
    static final String KIND_TRACE = tr("whole trace");
    static final String KIND_GROUP = tr("group");

    static String newWorkspace(String name) {
        return tr("New workspace “{0}”", name);
    }

    // ---- Predefined workspaces

    static final String FOR_PROCESS = tr("Workspace for a process…");
    static final String FOR_SYSTEM_UI = tr("Workspace for System UI");
    static final String FOR_NAVIGATIONS = tr("Workspace for Chrome navigations");
    static final String FOR_UNFOLDING = tr("Workspace for unfolding");

    // ---- Names of workspaces and groups

    static final String DEFAULT_WORKSPACE = tr("Workspace");
    static final String DEFAULT_GROUP = tr("Group");
    static final String PINNED_TRACKS = tr("Pinned tracks");
    static final String FILTERED_TRACKS = tr("Filtered tracks");
    static final String SELECTED_TRACKS = tr("Selected tracks");
    static final String MATCHING_TRACKS = tr("Matching tracks");
    static final String MAIN_THREADS = tr("Main threads");
    static final String QUERY_RESULT = tr("Query result");
    static final String SYSTEM_UI = tr("System UI");
    static final String NAVIGATIONS = tr("Chrome navigations");
    static final String UNFOLDING = tr("Unfolding");
    static final String UNFOLD_ANIMATION = tr("Unfold animation");
    static final String DISPLAY_SWITCHING = tr("Display switching");
    static final String OTHER_UNFOLDING = tr("Other unfolding tracks");
    static final String UI_THREADS = tr("UI threads");
    static final String COUNTERS = tr("Counters");

    // ---- Messages about workspaces

    static final String TRACE_NOT_READY = tr("The trace is still being read. Try again when it is ready.");
    static final String NO_SUCH_TRACKS = tr("The trace has no such tracks.");
    static final String RESULT_WITHOUT_TRACKS = tr("The result contains no tracks of this trace.");

    static String nameTaken(String name) {
        return tr("A workspace named “{0}” already exists.", name);
    }

    static String findingFailed(String message) {
        return tr("Can't find tracks: {0}", message);
    }

    static String noColumn(List<String> columns) {
        return tr("The result has none of the columns {0}.", String.join(", ", columns));
    }
}
