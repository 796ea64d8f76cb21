package traceglass.app.window;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Texts of the main window: its heading and status bar, its commands, and its messages about traces, projects and
/// pictures.
final class WindowTexts {

    private WindowTexts() {}

    // ---- Heading and status bar

    static final String PRODUCT = tr("Traceglass");
    static final String NO_DATA_LEAVES = tr("No data leaves this computer");
    static final String NO_EVENTS = tr("no events");
    static final String LOADED_FROM_CACHE = tr("Loaded from cache");
    static final String RECORDING = tr("Recording");
    static final String BEING_RECORDED = tr("is being recorded");
    static final String IMPORTED = tr("Imported");
    private static final String SEPARATOR = " · ";

    static String title(String name) {
        return tr("{0} – Traceglass", name);
    }

    /// Joins two texts; either may be empty.
    static String join(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + SEPARATOR + second;
    }

    static String openingTime(long ns) {
        return tr("in {0}", TimeText.duration(ns));
    }

    /// Returns how many events of each kind a trace has.
    static List<String> counts(TraceSummary s) {
        List<String> counts = new ArrayList<>();
        addCount(counts, s.slices(), DisplayText.count(s.slices(), "slice", "slices"));
        addCount(counts, s.schedSlices(), DisplayText.count(s.schedSlices(), "scheduling slice", "scheduling slices"));
        addCount(counts, s.counters(), DisplayText.count(s.counters(), "counter sample", "counter samples"));
        addCount(counts, s.samples(), DisplayText.count(s.samples(), "callstack sample", "callstack samples"));
        addCount(
                counts, s.profiledStacks(), DisplayText.count(s.profiledStacks(), "profiled stack", "profiled stacks"));
        addCount(counts, s.allocations(), DisplayText.count(s.allocations(), "heap profile row", "heap profile rows"));
        addCount(counts, s.heapObjects(), DisplayText.count(s.heapObjects(), "heap object", "heap objects"));
        addCount(counts, s.logLines(), DisplayText.count(s.logLines(), "log line", "log lines"));
        return counts;
    }

    private static void addCount(List<String> counts, long number, String text) {
        if (number > 0) {
            counts.add(text);
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
        return tr("opening {0}", name);
    }

    static String openingTrace(String name) {
        return tr("Opening {0}", name);
    }

    // ---- Traces

    static final String OPEN_TRACE = tr("Open trace…");
    static final String OPEN_FOLDER = tr("Open folder of traces…");
    static final String CHOOSE_FOLDER = tr("Open a fleet or a folder of traces");
    static final String OPEN_SAMPLE_TRACE = tr("Open sample trace");
    static final String RECORD_TRACE = tr("Record trace…");
    static final String CLOSE_TRACE = tr("Close trace");
    static final String REOPEN_TRACE = tr("Open this trace again");
    static final String CANCEL_OPENING = tr("Cancel opening");
    static final String OPEN_ANOTHER_FILE = tr("Open another file…");

    static String cantExtractSample(String reason) {
        return tr("Can't extract the sample trace: {0}", reason);
    }

    static String warnings(List<String> warnings) {
        return String.join(". ", warnings) + ".";
    }

    static String onlyFirstDropped(List<Path> files) {
        return tr(
                "{0}only {1} is opened.",
                tooManyDropped(files), files.getFirst().getFileName());
    }

    static String onlyTwoDropped(List<Path> files) {
        return tr(
                "{0}only {1} and {2} are opened.",
                tooManyDropped(files), files.get(0).getFileName(), files.get(1).getFileName());
    }

    private static String tooManyDropped(List<Path> files) {
        return tr("At most two traces can be open at once. Of the {0} dropped files, ", files.size());
    }

    // ---- Projects

    static final String SAVE_PROJECT = tr("Save project");
    static final String SAVE_PROJECT_AS = tr("Save project as…");
    static final String OPEN_PROJECT = tr("Open project…");
    static final String RESET_TRACE = tr("Reset view, pins and notes of this trace");
    static final String SAVE_THE_PROJECT = tr("Save the project");
    static final String PROJECT_FILES = tr("Traceglass project");
    static final String LOCATE_TRACE = tr("Locate the trace…");
    static final String OPEN_ANYWAY = tr("Open anyway");
    static final String RESET = tr("Reset");

    static String locate(String trace) {
        return tr("Locate {0}", trace);
    }

    /// Times are relative to the start of the trace, as on the command line.
    static String outsideTrace(TimeSpan range, TimeSpan trace) {
        return tr(
                "The time range {0} is outside the trace, which lasts {1}.",
                TimeText.range(range.start(), range.end(), trace.start()), TimeText.duration(trace.durNs()));
    }

    static String projectWithoutTrace(Path project) {
        return tr("{0} does not name its trace. Locate the trace to open the project.", project.getFileName());
    }

    static String traceNotFound(Path project, String trace, String location) {
        return tr(
                "The trace of {0}, {1}, was found neither in the project's folder nor at {2}. Move "
                        + "it to the project's folder, or locate it.",
                project.getFileName(), trace, location);
    }

    static String traceChanged(Path project, Path trace, long savedBytes, long foundBytes) {
        return tr(
                "The trace at {0} is not the file that {1} was saved with ({2}). Notes and views may "
                        + "not match it.",
                trace, project.getFileName(), sizes(savedBytes, foundBytes));
    }

    private static String sizes(long savedBytes, long foundBytes) {
        return tr("{0} then, {1} now", DisplayText.size(savedBytes), DisplayText.size(foundBytes));
    }

    static String newerProject(String name, long version, long supported) {
        return tr(
                "{0} was written by a newer version of Traceglass (project format {1}, this version "
                        + "reads up to {2}). Unknown content is ignored, and changes are not saved to it.",
                name, version, supported);
    }

    static String projectOfOtherTrace(String name) {
        return tr("Changes are not saved to {0}, because it belongs to a different trace.", name);
    }

    static String readOnlyProject(String name) {
        return tr("Changes are not saved to {0}, because the file is read-only.", name);
    }

    static String restored(int notes, int pinnedTracks) {
        List<String> restored = new ArrayList<>();
        if (notes > 0) {
            restored.add(DisplayText.count(notes, "note", "notes"));
        }
        if (pinnedTracks > 0) {
            restored.add(DisplayText.count(pinnedTracks, "pinned track", "pinned tracks"));
        }
        return tr(
                "Restored the last view of this trace{0}",
                restored.isEmpty() ? "." : tr(", with {0}.", String.join(tr(" and "), restored)));
    }

    static String cantWriteProject(Path file, String reason) {
        return tr("Can't write the project to {0}: {1}. Changes will be saved once it is writable.", file, reason);
    }

    // ---- Second trace of a project

    static final String OPEN_ANOTHER_SECOND = tr("Open another second trace…");
    static final String OPEN_SECOND_ANYWAY = tr("Open it anyway");

    static String secondNotFound(String trace, String location) {
        return tr(
                "The second trace of this project, {0}, was found neither in the project's folder "
                        + "nor at {1}. Only the first trace is shown.",
                trace, location);
    }

    static String secondChanged(Path trace, long savedBytes, long foundBytes) {
        return tr(
                "The second trace of this project at {0} is not the file that the project was saved "
                        + "with ({1}). Only the first trace is shown.",
                trace, sizes(savedBytes, foundBytes));
    }

    // ---- Search and help

    static final String SEARCH = tr("Search");
    static final String CHANGE_SCOPE = tr("Change search scope: whole trace, selection, visible time");
    static final String NEXT_HIT = tr("Next result");
    static final String PREVIOUS_HIT = tr("Previous result");
    static final String ABOUT = tr("About Traceglass");

    // ---- Pages and details pane

    static final String RECENT_TRACES = tr("Recent traces");
    static final String SHOW_RESULT_AS_TRACK = tr("Show result as track…");
    static final String TOGGLE_DETAILS = tr("Show or hide the details pane");
    static final String MAXIMIZE_DETAILS = tr("Maximize or restore the details pane");

    // ---- Windows

    static final String SWITCH_SCHEME = tr("Switch color scheme: system, light, dark");
    static final String TOGGLE_SIDEBAR = tr("Show or hide the sidebar");
    static final String TOGGLE_FULL_SCREEN = tr("Enter or leave full screen");
    static final String NEW_WINDOW = tr("New window");
    static final String OPEN_IN_NEW_WINDOW = tr("Open a trace in a new window…");
    static final String OPEN_IN_ANOTHER_WINDOW = tr("Open this trace in another window");
    static final String CLOSE_WINDOW = tr("Close window");
    static final String QUIT = tr("Quit");

    // ---- Pictures

    static final String SAVE_WINDOW_PICTURE = tr("Save a picture of the window…");
    static final String SAVE_THE_WINDOW_PICTURE = tr("Save a picture of the window");
    static final String SAVE_PNG = tr("Save the timeline as PNG…");
    static final String SAVE_SVG = tr("Save the timeline as SVG…");
    static final String CHOOSE_PICTURE_SIZE = tr("Choose the size of the picture");
    static final String PICTURE_SIZE_HELP = tr("Size of the visible timeline in pixels.");
    static final String SAVE_THE_TIMELINE = tr("Save the timeline");
    static final String PNG_FILES = tr("PNG image");
    static final String SVG_FILES = tr("SVG image");
    static final String SAVING_PICTURE = tr("Saving a picture");
    static final String DRAWING = tr("Drawing");
    static final String WRITING = tr("Writing");
    static final String NOT_SAVED = tr("Not saved");
    static final String OUT_OF_MEMORY = tr("out of memory");

    static String pictureSize(int scale, long width, long height) {
        return scale + "×: " + width + " × " + height;
    }

    static String savedFile(Path name, long bytes) {
        return name + ", " + DisplayText.size(bytes);
    }

    // ---- Timeline and selection

    static final String GO_TO_SELECTION = tr("Go to the selection");
    static final String SHOW_WHOLE_TRACE = tr("Show whole trace");
    static final String PREVIOUS_VIEW = tr("Previous view and selection");
    static final String NEXT_VIEW = tr("Next view and selection");
    static final String EXPAND_ALL = tr("Expand all groups");
    static final String COLLAPSE_ALL = tr("Collapse all groups");
    static final String COLOR_CPUS = tr("Color CPUs by process or by priority");
    static final String GO_TO_TIME = tr("Go to a time…");
    static final String TIME_OR_DATE_PROMPT = tr("Time from the start of the trace, such as 1.5 s or 614 ms, a date "
            + "and time, or a timestamp of the trace in nanoseconds");
    static final String COPY_TIME_AS_SQL = tr("Copy selected or visible time as SQL condition");
    static final String SAVE_TRACE_AS = tr("Save trace as");
    static final String COPY_LINK = tr("Copy link to this view");
    static final String CLEAR_SELECTION = tr("Clear selection");
    static final String RESTORE_SELECTION = tr("Restore the last selection");
    static final String SELECT_ALL = tr("Select all");
    static final String SELECTION_TO_RANGE = tr("Convert selection to range");
    static final String NEXT_EVENT = tr("Next event on track");
    static final String PREVIOUS_EVENT = tr("Previous event on track");
    static final String SELECT_BY_ID = tr("Select an event by id…");
    static final String EVENT_ID_PROMPT = tr("Table and id, such as slice 4802");

    static String invalidTime(String text) {
        return tr(
                "Can't read “{0}” as a time. Examples: 1.5 s, 614 ms, 00:01:05, or a timestamp of "
                        + "the trace in nanoseconds.",
                text);
    }

    static String invalidEventId(String text) {
        return tr("Can't read “{0}” as a table and id. Example: slice 4802.", text);
    }

    static String cantLookUp(String table, long id, String reason) {
        return tr("Can't look up {0} {1}: {2}", table, id, reason);
    }

    static String noRowWithId(String table, long id) {
        return tr("This trace has no {0} with id {1}.", table, id);
    }

    static String noTrackShows(String table, long id) {
        return tr("No track shows {0} {1}, because it has no events.", table, id);
    }

    // ---- Tracks

    static final String PIN_TRACK = tr("Pin or unpin track");
    static final String UNPIN_ALL = tr("Unpin all tracks");
    static final String REMOVE_DEBUG_TRACK = tr("Remove debug track");
    static final String REMOVE_ALL_DEBUG_TRACKS = tr("Remove all debug tracks");
    static final String HIDE_TRACK = tr("Hide track");
    static final String SHOW_HIDDEN_TRACKS = tr("Show hidden tracks");
    static final String RESET_TRACKS = tr("Reset hidden, renamed and moved tracks");
    static final String CLEAR_FILTER = tr("Clear the track filter");

    static String expandLevels(int depth) {
        return depth == 1 ? tr("Expand one level of groups") : tr("Expand {0} levels of groups", depth);
    }

    /// @param owner `process`, `thread` or `category`
    static String filterTracksBy(String owner) {
        return tr("Filter tracks by {0}…", owner);
    }

    /// @param owner `process`, `thread` or `category`
    static String showOnlyTracksOf(String owner) {
        return tr("Show only tracks of this {0}", owner);
    }

    // ---- Queries and their tracks

    static final String QUERIES_RUN_ON_A = tr("Queries run on trace A. Swap A and B to query this trace.");
    static final String SWAP_AND_RUN = tr("Swap and run");
    static final String QUERY = tr("Query");

    static String query(int number) {
        return tr("Query {0}", number);
    }

    /// Precedes the description of added tracks, such as `1 track with 8 889 rows`.
    static final String ADDED = tr("Added");

    static String trackSummary(String title, String summary) {
        return title + ": " + summary + ".";
    }

    // ---- Notes

    static final String SET_FLAG = tr("Set a flag at the pointer");
    static final String MARK_TEMPORARILY = tr("Mark the selection temporarily");
    static final String MARK_PERMANENTLY = tr("Mark the selection permanently");
    static final String EDIT_NOTE = tr("Edit the clicked or newest note");
    static final String REMOVE_NOTE = tr("Remove the clicked or newest note");
    static final String REMOVE_ALL_NOTES = tr("Remove all notes");
    static final String SET_FLAG_AT = tr("Set a flag at a time…");
    static final String TIME_PROMPT = tr("Time from the start of the trace, such as 1.5 s or 614 ms, or a timestamp of "
            + "the trace in nanoseconds");

    // ---- Notes of the sample trace

    static String slowFrame(long durNs) {
        return tr("Slow frame: {0} ms instead of 17 ms", Math.round(durNs / 1e6));
    }

    static String slowScript(int layouts, long waitedNs) {
        return tr(
                "The script lays out the page {0} times and waits {1} ms for a CPU",
                layouts, Math.round(waitedNs / 1e6));
    }

    // ---- columns of tables

    static final String CHOOSE_COLUMNS = tr("Choose columns…");
    static final String CHOOSE_TABLE_COLUMNS = tr("Choose columns of the table…");

    static String sentence(String text) {
        return text + ".";
    }

    static String cantRememberColumns(String reason) {
        return tr("Can't save the chosen columns of this table: {0}", reason);
    }
}
