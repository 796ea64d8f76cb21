package traceglass.app.window;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Texts of the main window: its heading and status bar, its commands, its messages about traces, projects and
/// pictures, and the messages of windows that open without a screen.
final class WindowTexts {

    private WindowTexts() {}

    // ---- Heading and status bar

    static final String PRODUCT = "Traceglass";
    static final String NO_DATA_LEAVES = "No data leaves this computer";
    static final String NO_EVENTS = "no events";
    static final String LOADED_FROM_CACHE = "Loaded from cache";
    static final String RECORDING = "Recording";
    static final String BEING_RECORDED = "is being recorded";
    static final String IMPORTED = "Imported";
    private static final String SEPARATOR = " · ";

    static String title(String name) {
        return name + " – Traceglass";
    }

    /// Joins two facts; either may be empty.
    static String facts(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + SEPARATOR + second;
    }

    static String openingTime(long ns) {
        return "in " + TimeText.duration(ns);
    }

    /// Returns how many events of each kind a trace has.
    static List<String> counts(TraceSummary s) {
        List<String> facts = new ArrayList<>();
        addCount(facts, s.slices(), "slice", "slices");
        addCount(facts, s.schedSlices(), "scheduling slice", "scheduling slices");
        addCount(facts, s.counters(), "counter sample", "counter samples");
        addCount(facts, s.samples(), "callstack sample", "callstack samples");
        addCount(facts, s.profiledStacks(), "profiled stack", "profiled stacks");
        addCount(facts, s.allocations(), "heap profile row", "heap profile rows");
        addCount(facts, s.heapObjects(), "heap object", "heap objects");
        addCount(facts, s.logLines(), "log line", "log lines");
        return facts;
    }

    private static void addCount(List<String> facts, long number, String singular, String plural) {
        if (number > 0) {
            facts.add(DisplayText.count(number, singular, plural));
        }
    }

    static String dataLosses(long losses) {
        return DisplayText.count(losses, "data loss", "data losses");
    }

    static String errors(long errors) {
        return DisplayText.count(errors, "error", "errors");
    }

    static String notices(long notices) {
        return DisplayText.count(notices, "notice", "notices");
    }

    static String opening(String name) {
        return "opening " + name;
    }

    static String openingTrace(String name) {
        return "Opening " + name;
    }

    // ---- Traces

    static final String OPEN_TRACE = "Open trace…";
    static final String OPEN_FOLDER = "Open folder of traces…";
    static final String CHOOSE_FOLDER = "Open a fleet or a folder of traces";
    static final String OPEN_SAMPLE_TRACE = "Open sample trace";
    static final String RECORD_TRACE = "Record trace…";
    static final String CLOSE_TRACE = "Close trace";
    static final String REOPEN_TRACE = "Open this trace again";
    static final String CANCEL_OPENING = "Cancel opening";
    static final String OPEN_ANOTHER_FILE = "Open another file…";

    static String cantExtractSample(String reason) {
        return "Can't extract the sample trace: " + reason;
    }

    static String warnings(List<String> warnings) {
        return String.join(". ", warnings) + ".";
    }

    static String onlyFirstDropped(List<Path> files) {
        return tooManyDropped(files) + "only " + files.getFirst().getFileName() + " is opened.";
    }

    static String onlyTwoDropped(List<Path> files) {
        return tooManyDropped(files) + "only " + files.get(0).getFileName() + " and "
                + files.get(1).getFileName() + " are opened.";
    }

    private static String tooManyDropped(List<Path> files) {
        return "At most two traces can be open at once. Of the " + files.size() + " dropped files, ";
    }

    // ---- Projects

    static final String SAVE_PROJECT = "Save project";
    static final String SAVE_PROJECT_AS = "Save project as…";
    static final String OPEN_PROJECT = "Open project…";
    static final String RESET_TRACE = "Reset view, pins and notes of this trace";
    static final String SAVE_THE_PROJECT = "Save the project";
    static final String PROJECT_FILES = "Traceglass project";
    static final String LOCATE_TRACE = "Locate the trace…";
    static final String OPEN_ANYWAY = "Open anyway";
    static final String RESET = "Reset";

    static String locate(String trace) {
        return "Locate " + trace;
    }

    /// Times are relative to the start of the trace, as on the command line.
    static String outsideTrace(TimeSpan range, TimeSpan trace) {
        return "The time range " + TimeText.range(range.start(), range.end(), trace.start())
                + " is outside the trace, which lasts " + TimeText.duration(trace.durNs()) + ".";
    }

    static String projectWithoutTrace(Path project) {
        return project.getFileName() + " does not name its trace. Locate the trace to open the project.";
    }

    static String traceNotFound(Path project, String trace, String location) {
        return "The trace of " + project.getFileName() + ", " + trace
                + ", was found neither in the project's folder nor at " + location
                + ". Move it to the project's folder, or locate it.";
    }

    static String traceChanged(Path project, Path trace, long savedBytes, long foundBytes) {
        return "The trace at " + trace + " is not the file that " + project.getFileName() + " was saved with ("
                + sizes(savedBytes, foundBytes) + "). Notes and views may not match it.";
    }

    private static String sizes(long savedBytes, long foundBytes) {
        return DisplayText.size(savedBytes) + " then, " + DisplayText.size(foundBytes) + " now";
    }

    static String newerProject(String name, long version, long supported) {
        return name + " was written by a newer version of Traceglass (project format " + version
                + ", this version reads up to " + supported
                + "). Unknown content is ignored, and changes are not saved to it.";
    }

    static String projectOfOtherTrace(String name) {
        return "Changes are not saved to " + name + ", because it belongs to a different trace.";
    }

    static String readOnlyProject(String name) {
        return "Changes are not saved to " + name + ", because the file is read-only.";
    }

    static String restored(int notes, int pinnedTracks) {
        List<String> restored = new ArrayList<>();
        if (notes > 0) {
            restored.add(DisplayText.count(notes, "note", "notes"));
        }
        if (pinnedTracks > 0) {
            restored.add(DisplayText.count(pinnedTracks, "pinned track", "pinned tracks"));
        }
        return "Restored the last view of this trace"
                + (restored.isEmpty() ? "." : ", with " + String.join(" and ", restored) + ".");
    }

    static String cantWriteProject(Path file, String reason) {
        return "Can't write the project to " + file + ": " + reason + ". Changes will be saved once it is writable.";
    }

    // ---- Second trace of a project

    static final String OPEN_ANOTHER_SECOND = "Open another second trace…";
    static final String OPEN_SECOND_ANYWAY = "Open it anyway";

    static String secondNotFound(String trace, String location) {
        return "The second trace of this project, " + trace + ", was found neither in the project's folder nor at "
                + location + ". Only the first trace is shown.";
    }

    static String secondChanged(Path trace, long savedBytes, long foundBytes) {
        return "The second trace of this project at " + trace + " is not the file that the project was saved with ("
                + sizes(savedBytes, foundBytes) + "). Only the first trace is shown.";
    }

    // ---- Search and help

    static final String SEARCH = "Search";
    static final String CHANGE_SCOPE = "Change search scope: whole trace, selection, visible time";
    static final String NEXT_HIT = "Next result";
    static final String PREVIOUS_HIT = "Previous result";
    static final String ABOUT = "About Traceglass";

    // ---- Pages and details pane

    static final String RECENT_TRACES = "Recent traces";
    static final String SHOW_RESULT_AS_TRACK = "Show result as track…";
    static final String TOGGLE_DETAILS = "Show or hide the details pane";
    static final String MAXIMIZE_DETAILS = "Maximize or restore the details pane";

    // ---- Windows

    static final String SWITCH_SCHEME = "Switch color scheme: system, light, dark";
    static final String COLOR_SCHEME = "Color scheme:";
    static final String TOGGLE_SIDEBAR = "Show or hide the sidebar";
    static final String TOGGLE_FULL_SCREEN = "Enter or leave full screen";
    static final String NEW_WINDOW = "New window";
    static final String OPEN_IN_NEW_WINDOW = "Open a trace in a new window…";
    static final String OPEN_IN_ANOTHER_WINDOW = "Open this trace in another window";
    static final String CLOSE_WINDOW = "Close window";
    static final String QUIT = "Quit";
    static final String LINK_WINDOWS = "Link or unlink the timelines of windows";
    static final String CHOOSE_WINDOWS = "Choose the windows to link";
    static final String LINKED = "Linked";
    static final String LINKED_WITH = "with other windows; Ctrl Alt S unlinks";
    static final String UNLINKED = "Unlinked";
    static final String UNLINKED_FROM = "from other windows";

    static String allWindows(int count) {
        return "All " + count + " windows";
    }

    static String thisWindowAnd(int number, String trace) {
        return "This window and window " + number + ": " + trace;
    }

    // ---- Pictures

    static final String SAVE_WINDOW_PICTURE = "Save a picture of the window…";
    static final String SAVE_THE_WINDOW_PICTURE = "Save a picture of the window";
    static final String SAVED_PICTURE = "Saved the picture";
    static final String SAVE_PNG = "Save the timeline as PNG…";
    static final String SAVE_SVG = "Save the timeline as SVG…";
    static final String CHOOSE_PICTURE_SIZE = "Choose the size of the picture";
    static final String PICTURE_SIZE_HELP = "Size of the visible timeline in pixels.";
    static final String SAVE_THE_TIMELINE = "Save the timeline";
    static final String PNG_FILES = "PNG image";
    static final String SVG_FILES = "SVG image";
    static final String SAVING_PICTURE = "Saving a picture";
    static final String DRAWING = "Drawing";
    static final String WRITING = "Writing";
    static final String NOT_SAVED = "Not saved";
    static final String OUT_OF_MEMORY = "out of memory";

    static String pictureSize(int scale, long width, long height) {
        return scale + "×: " + width + " × " + height;
    }

    static String savedFile(Path name, long bytes) {
        return name + ", " + DisplayText.size(bytes);
    }

    static String cantWritePicture(Path file, String reason) {
        return "Can't write the picture to " + file + ": " + reason;
    }

    // ---- Timeline and selection

    static final String GO_TO_SELECTION = "Go to the selection";
    static final String SHOW_WHOLE_TRACE = "Show whole trace";
    static final String PREVIOUS_VIEW = "Previous view and selection";
    static final String NEXT_VIEW = "Next view and selection";
    static final String EXPAND_ALL = "Expand all groups";
    static final String COLLAPSE_ALL = "Collapse all groups";
    static final String COLOR_CPUS = "Color CPUs by process or by priority";
    static final String GO_TO_TIME = "Go to a time…";
    static final String TIME_OR_DATE_PROMPT = "Time from the start of the trace, such as 1.5 s or 614 ms, a date "
            + "and time, or a timestamp of the trace in nanoseconds";
    static final String COPY_TIME_AS_SQL = "Copy selected or visible time as SQL condition";
    static final String SAVE_TRACE_AS = "Save trace as";
    static final String COPY_LINK = "Copy link to this view";
    static final String CLEAR_SELECTION = "Clear selection";
    static final String RESTORE_SELECTION = "Restore the last selection";
    static final String SELECT_ALL = "Select all";
    static final String SELECTION_TO_RANGE = "Convert selection to range";
    static final String NEXT_EVENT = "Next event on track";
    static final String PREVIOUS_EVENT = "Previous event on track";
    static final String SELECT_BY_ID = "Select an event by id…";
    static final String EVENT_ID_PROMPT = "Table and id, such as slice 4802";

    static String invalidTime(String text) {
        return "Can't read “" + text + "” as a time. Examples: 1.5 s, 614 ms, 00:01:05, or a timestamp of the trace "
                + "in nanoseconds.";
    }

    static String invalidEventId(String text) {
        return "Can't read “" + text + "” as a table and id. Example: slice 4802.";
    }

    static String cantLookUp(String table, long id, String reason) {
        return "Can't look up " + table + " " + id + ": " + reason;
    }

    static String noRowWithId(String table, long id) {
        return "This trace has no " + table + " with id " + id + ".";
    }

    static String noTrackShows(String table, long id) {
        return "No track shows " + table + " " + id + ", because it has no events.";
    }

    // ---- Tracks

    static final String PIN_TRACK = "Pin or unpin track";
    static final String UNPIN_ALL = "Unpin all tracks";
    static final String REMOVE_DEBUG_TRACK = "Remove debug track";
    static final String REMOVE_ALL_DEBUG_TRACKS = "Remove all debug tracks";
    static final String HIDE_TRACK = "Hide track";
    static final String SHOW_HIDDEN_TRACKS = "Show hidden tracks";
    static final String RESET_TRACKS = "Reset hidden, renamed and moved tracks";
    static final String CLEAR_FILTER = "Clear the track filter";

    static String expandLevels(int depth) {
        return depth == 1 ? "Expand one level of groups" : "Expand " + depth + " levels of groups";
    }

    /// @param owner `process`, `thread` or `category`
    static String filterTracksBy(String owner) {
        return "Filter tracks by " + owner + "…";
    }

    /// @param owner `process`, `thread` or `category`
    static String showOnlyTracksOf(String owner) {
        return "Show only tracks of this " + owner;
    }

    // ---- Queries and their tracks

    static final String QUERIES_RUN_ON_A = "Queries run on trace A. Swap A and B to query this trace.";
    static final String SWAP_AND_RUN = "Swap and run";
    static final String QUERY = "Query";

    static String query(int number) {
        return "Query " + number;
    }

    /// Comes before what was added, such as `1 track with 8 889 rows`.
    static final String ADDED = "Added";

    static String trackSummary(String title, String summary) {
        return title + ": " + summary + ".";
    }

    // ---- Notes

    static final String SET_FLAG = "Set a flag at the pointer";
    static final String MARK_TEMPORARILY = "Mark the selection temporarily";
    static final String MARK_PERMANENTLY = "Mark the selection permanently";
    static final String EDIT_NOTE = "Edit the clicked or newest note";
    static final String REMOVE_NOTE = "Remove the clicked or newest note";
    static final String REMOVE_ALL_NOTES = "Remove all notes";
    static final String SET_FLAG_AT = "Set a flag at a time…";
    static final String TIME_PROMPT = "Time from the start of the trace, such as 1.5 s or 614 ms, or a timestamp of "
            + "the trace in nanoseconds";

    // ---- Notes of the sample trace

    static String slowFrame(long durNs) {
        return "Slow frame: " + Math.round(durNs / 1e6) + " ms, not 17 ms";
    }

    static String slowScript(int layouts, long waitedNs) {
        return "The script lays out the page " + layouts + " times and waits " + Math.round(waitedNs / 1e6)
                + " ms for a CPU";
    }

    // ---- Windows without a screen

    static final String ONLY_TIMELINE_AS_SVG = "only the timeline can be drawn as SVG; write other pages to a PNG file";
    static final String INTERRUPTED = "interrupted";

    static String cantOpenHere(String reason) {
        return "traceglass: can't open a window here. \"traceglass screenshot TRACE -o OUT.png\" draws to a file; "
                + "query and info need no window. (" + reason + ")";
    }

    static String cantOpenWindow(Throwable cause) {
        return "can't open the window: " + cause;
    }

    static String traceNotShown(long timeoutSeconds) {
        return "the trace was not shown within " + timeoutSeconds + " s";
    }

    static String cantDrawWindow(Throwable cause) {
        return "can't draw the window: " + cause;
    }

    static String pictureNotComplete(long timeoutSeconds) {
        return "the picture was not complete within " + timeoutSeconds + " s";
    }

    static String isFolder(Path folder) {
        return folder + " is a folder; choose a trace file in it, or import its traces as a fleet";
    }

    static String joinNotices(List<String> notices) {
        return String.join(" ", notices);
    }

    static String noCompareSection(String name) {
        return "the compare page has no section " + name;
    }

    static String noPageOrTab(String name, List<String> pages, List<String> tabs) {
        return "there is no page or tab " + name + "; pages and tabs: " + String.join(", ", pages) + ", "
                + String.join(", ", tabs);
    }

    static String noCommand(String id) {
        return "there is no command " + id;
    }

    static String commandNotAvailable(String id) {
        return "the command " + id + " is not available for this page and selection";
    }

    // ---- importers

    static final String ALLOW = "Allow";
    static final String DONT_LOAD = "Don't load";

    static String allowImporters(String jar) {
        return "Allow the importers of " + jar + "?";
    }

    static String importersDetail(Path jar, List<String> classes) {
        return "It contains " + String.join(", ", classes)
                + " to open more kinds of files. Its code can do anything that you can: read, change and delete your"
                + " files, and use the network. Allow it only if you trust where it comes from. If the file changes,"
                + " you will be asked again.\n\n" + jar;
    }

    static String cantSaveImporters(String reason) {
        return "Can't save the decision about importers: " + reason;
    }

    // ---- columns of tables

    static final String CHOOSE_COLUMNS = "Choose columns…";
    static final String CHOOSE_TABLE_COLUMNS = "Choose columns of the table…";

    static String sentence(String text) {
        return text + ".";
    }

    static String cantRememberColumns(String reason) {
        return "Can't save the chosen columns of this table: " + reason;
    }
}
