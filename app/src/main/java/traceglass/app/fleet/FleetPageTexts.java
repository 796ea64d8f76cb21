package traceglass.app.fleet;

import java.nio.file.Path;
import java.util.List;
import traceglass.convert.output.ConvertProblem;
import traceglass.engine.fleet.FleetProgress;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the page of a fleet.
final class FleetPageTexts {

    private static final int SHOWN_PATHS = 6;
    private static final String SEPARATOR = " · ";

    private FleetPageTexts() {}

    // ---- Page

    static final String FLEET = "Fleet";
    static final String NO_FLEET = "Look at many traces at once";
    static final String NO_FLEET_HELP =
            "Open a folder of traces, such as the runs of a benchmark, or a fleet. A table and charts show the"
                    + " measures of all traces; click a number to open its trace at that moment.";
    static final String OPEN_FOLDER = "Open folder…";
    static final String READ_ALL = "Read all traces";

    static String opening(Path fleet) {
        return "Opening " + fleet.getFileName();
    }

    static String canceledAfter(int traces) {
        return "Opening the fleet was canceled after " + DisplayText.count(traces, "trace", "traces") + ".";
    }

    static String facts(int traces, long bytes, int failures) {
        return DisplayText.count(traces, "trace", "traces")
                + SEPARATOR
                + DisplayText.size(bytes)
                + (failures == 0 ? "" : SEPARATOR + failures + " failed");
    }

    // ---- Columns

    static final String TRACE = "Trace";
    static final String ERROR = "Error";
    static final String DURATION = "Duration";
    static final String SIZE = "Size";
    static final String DEVICE = "Device";
    static final String BUILD = "Build";
    static final String PROBLEMS = "Problems";
    static final String MODIFIED = "Modified";
    static final String FORMAT = "Format";
    static final String PATH = "Path";

    // ---- Import

    static final String IMPORT = "Import as a fleet";
    static final String ADD = "Add to the fleet";
    static final String CHOOSE_ANOTHER = "Choose another folder…";
    static final String OPEN_TWO = "Open the first two side by side";
    static final String OPEN_TIMELINE = "Open as one timeline";
    static final String RELATING = "Aligning the clocks of the traces";
    static final String FLEET_FOLDER = "Fleet folder";
    static final String LABELS = "Labels from paths";
    static final String LABELS_PROMPT = "none";
    static final String LABELS_HELP =
            "{name} makes a part of the path a column, * matches anything: {branch}/{device}-{iteration}.pftrace";
    static final String IMPORT_HELP =
            "The traces are imported once into a separate folder; the files are not changed. Traces that can't be"
                    + " read are listed with the reason.";
    static final String CHOOSE = "Choose…";
    static final String CHOOSE_FLEET_FOLDER = "Choose a folder for the fleet";
    static final String IMPORTING = "Importing traces";
    static final String CONTINUE_IMPORT = "Continue the import";
    static final String ADD_TRACES = "Add traces…";
    static final String CHOOSE_TRACES = "Choose a folder of traces";

    static String offer(int traces) {
        return "Import " + DisplayText.count(traces, "trace", "traces") + " as a fleet";
    }

    static String offerToAdd(int traces, Path fleet) {
        return "Add " + DisplayText.count(traces, "trace", "traces") + " to " + fleet.getFileName();
    }

    static String noTimeline(String reason) {
        return "These traces can't be opened as one timeline: " + reason;
    }

    static String noTimeline(ConvertProblem problem) {
        return problem.hasHint()
                ? noTimeline(problem.reason()) + ". traceglass merge can align them by an offset that you specify."
                : noTimeline(problem.reason());
    }

    /// @param files names of the files whose clock is not related to that of the timeline
    static String unrelated(List<String> files) {
        return "Events of " + String.join(", ", files.subList(0, Math.min(SHOWN_PATHS, files.size())))
                + (files.size() > SHOWN_PATHS ? " and " + (files.size() - SHOWN_PATHS) + " more" : "")
                + " are missing: they share no clock with the other traces. traceglass merge can align them by an"
                + " offset that you specify.";
    }

    /// Separates an archive from the name of its entry in the path of a trace.
    static final String IN_ARCHIVE = "!";

    static String isInArchive(String path) {
        int end = path.indexOf(IN_ARCHIVE);
        return path.substring(end + 1) + " is in the archive " + path.substring(0, end) + "; extract it first.";
    }

    static String searching(List<Path> files) {
        return "Searching for traces in "
                + (files.size() == 1
                        ? files.getFirst().getFileName()
                        : DisplayText.count(files.size(), "file", "files"));
    }

    static String filesFound(int count) {
        return DisplayText.count(count, "file", "files") + " found";
    }

    static String paths(Path folder, List<String> paths) {
        String root = folder + java.io.File.separator;
        String listed = String.join(
                ", ",
                paths.stream()
                        .limit(SHOWN_PATHS)
                        .map(p -> p.startsWith(root) ? p.substring(root.length()) : p)
                        .toList());
        return paths.size() <= SHOWN_PATHS ? listed : listed + " and " + (paths.size() - SHOWN_PATHS) + " more";
    }

    static String progress(FleetProgress.Step step) {
        return step.done() + " of " + step.total() + " traces"
                + (step.failed() == 0 ? "" : SEPARATOR + step.failed() + " failed")
                + (step.leftMs() < 0 || step.done() == step.total()
                        ? ""
                        : SEPARATOR + "about " + TimeText.brief(step.leftMs()) + " left");
    }

    static String taskProgress(String title, FleetProgress.Step step) {
        return title + SEPARATOR + progress(step);
    }

    static String ended(String problem, int traces) {
        return problem + ". The fleet has " + DisplayText.count(traces, "trace", "traces") + ".";
    }

    static String shown(int shown, int all, boolean isGrouped) {
        return isGrouped
                ? DisplayText.count(shown, "group", "groups")
                : shown == all ? DisplayText.count(all, "row", "rows") : shown + " of " + all + " rows";
    }

    static String failed(int count) {
        return (count == 1 ? "1 trace" : count + " traces") + " can't be read.";
    }

    static String cantOpen(String path, String reason) {
        return path + " was not imported: " + reason;
    }

    static final String SHOW_FAILED = "Show the reasons";

    static String cantMeasure(String title, int count, String reason) {
        return (title.isBlank() ? SQL : title) + " couldn't be computed in "
                + DisplayText.count(count, "trace", "traces") + ". First error: " + reason;
    }

    // ---- Toolbar

    static final String FILTER = "Text, or Duration > 2 s";
    static final String FILTER_HELP =
            "Shows only traces that contain this text. Enter turns conditions such as Duration > 2 s and folder = main"
                    + " into filters.";
    static final String ADD_COLUMN = "Add column";
    static final String COLUMNS = "Columns";
    static final String GROUP = "Group";
    static final String UNGROUP = "Ungroup";
    static final String SIDE_BY_SIDE = "Side by side";
    static final String SIDE_BY_SIDE_HELP =
            "Open the two selected traces side by side, aligned at the moments of their values";
    static final String SIDE_BY_SIDE_COMMAND = "Open the two selected traces side by side";
    static final String SHOW_FAILED_COMMAND = "Show traces that can't be read";
    static final String NO_TRACES = "The fleet has no traces.";
    static final String TRACES_OF_FLEET = "Traces of the fleet";

    static String groupBy(String title) {
        return "By " + title;
    }

    // ---- Adding a column

    static final String LONGEST_SLICE = "Longest slice…";
    static final String TOTAL_OF_SLICES = "Total time of slices…";
    static final String NUMBER_OF_SLICES = "Number of slices…";
    static final String LONGEST_FRAME = "Longest frame";
    static final String ROWS_OF_TABLE = "Rows of a table";
    static final String SQL_PER_TRACE = "SQL for each trace…";
    static final String METRICS_OF_SPEC = "Metrics of a summary specification…";
    static final String DEFAULT_METRICS = "Default metrics";
    static final String COMPUTED_METRICS = "Computed metrics";
    static final String CHOOSE_SPEC = "Choose a trace summary specification";
    static final String READING_NAMES = "Reading the names of slices";
    static final String SLICE_NAME = "Name of the slices";
    static final String ALL_SLICES = "all slices";
    static final String COLUMN_TITLE = "Title of the column";
    static final String SQL_HELP =
            "A query or an expression; only its first row is used. Click a value to open its trace at the columns ts,"
                    + " dur and id.";
    static final String SQL_PROMPT = "dur AS startup_dur, ts, dur, id FROM slice WHERE name = 'startup'";
    static final String SQL = "SQL for each trace";

    static String noValues(String title) {
        return "No trace has a value for: " + title + ".";
    }

    static String measuring(String title) {
        return "Computing " + (title.isBlank() ? SQL : title);
    }

    // ---- Charts

    static final String HISTOGRAM = "Histogram";
    static final String BOXES = "Box plot";
    static final String SCATTER = "Scatter";
    static final String TREND = "Trend";
    static final String BY = "by";
    static final String AGAINST = "against";
    static final String OVER = "over";
    static final String COLORED_BY = "colored by";
    static final String NO_COLOR = "nothing";
    static final String ALL_TRACES = "all traces";
    static final String NO_NUMBERS = "No column with numbers. Add one with “Add column”.";
    static final String NO_VALUES = "None of the traces shown has a value.";
    static final String CHART = "Distribution of the traces";
    static final String OTHERS = "others";
    static final String NO_VALUE = "none";

    static String bin(String from, String to) {
        return from + " – " + to;
    }

    static String binCount(int count, String names) {
        return DisplayText.count(count, "trace", "traces") + "\n" + names;
    }

    static String andMore(String names, int count) {
        return count == 0 ? names : names + "\nand " + count + " more";
    }

    static String value(String title, String value) {
        return title + ": " + value;
    }

    static String percentiles(String median, String p90, String max) {
        return "median " + median + SEPARATOR + "p90 " + p90 + SEPARATOR + "max " + max;
    }
}
