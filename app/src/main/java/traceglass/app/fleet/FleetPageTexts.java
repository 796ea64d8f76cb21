package traceglass.app.fleet;

import static traceglass.store.language.Translations.tr;

import java.io.File;
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

    static final String FLEET = tr("Fleet");
    static final String NO_FLEET = tr("Look at many traces at once");
    static final String NO_FLEET_HELP =
            tr("Open a folder of traces, such as the runs of a benchmark, or a fleet. A table and charts show the"
                    + " measures of all traces; click a number to open its trace at that moment.");
    static final String OPEN_FOLDER = tr("Open folder…");
    static final String READ_ALL = tr("Read all traces");

    static String opening(Path fleet) {
        return tr("Opening {0}", fleet.getFileName());
    }

    static String canceledAfter(int traces) {
        return tr("Opening the fleet was canceled after {0}.", DisplayText.count(traces, "trace", "traces"));
    }

    static String summary(int traces, long bytes, int failures) {
        return DisplayText.count(traces, "trace", "traces")
                + SEPARATOR
                + DisplayText.size(bytes)
                + (failures == 0 ? "" : tr("{0}{1} failed", SEPARATOR, DisplayText.grouped(failures)));
    }

    // ---- Columns

    static final String TRACE = tr("Trace");
    static final String ERROR = tr("Error");
    static final String DURATION = tr("Duration");
    static final String SIZE = tr("Size");
    static final String DEVICE = tr("Device");
    static final String BUILD = tr("Build");
    static final String PROBLEMS = tr("Problems");
    static final String MODIFIED = tr("Modified");
    static final String FORMAT = tr("Format");
    static final String PATH = tr("Path");

    // ---- Import

    static final String IMPORT = tr("Import as a fleet");
    static final String ADD = tr("Add to the fleet");
    static final String CHOOSE_ANOTHER = tr("Choose another folder…");
    static final String OPEN_TWO = tr("Open the first two side by side");
    static final String OPEN_TIMELINE = tr("Open as one timeline");
    static final String RELATING = tr("Aligning the clocks of the traces");
    static final String FLEET_FOLDER = tr("Fleet folder");
    static final String LABELS = tr("Labels from paths");
    static final String LABELS_PROMPT = tr("none");
    static final String LABELS_HELP =
            tr("{name} makes a part of the path a column, * matches anything: {branch}/{device}-{iteration}.pftrace");
    static final String IMPORT_HELP =
            tr("The traces are imported once into a separate folder; the files are not changed. Traces that can't be"
                    + " read are listed with the reason.");
    static final String CHOOSE = tr("Choose…");
    static final String CHOOSE_FLEET_FOLDER = tr("Choose a folder for the fleet");
    static final String IMPORTING = tr("Importing traces");
    static final String CONTINUE_IMPORT = tr("Continue the import");
    static final String ADD_TRACES = tr("Add traces…");
    static final String CHOOSE_TRACES = tr("Choose a folder of traces");

    static String offer(int traces) {
        return tr("Import {0} as a fleet", DisplayText.count(traces, "trace", "traces"));
    }

    static String offerToAdd(int traces, Path fleet) {
        return tr("Add {0} to {1}", DisplayText.count(traces, "trace", "traces"), fleet.getFileName());
    }

    static String noTimeline(String reason) {
        return tr("These traces can't be opened as one timeline: {0}", reason);
    }

    static String noTimeline(ConvertProblem problem) {
        return problem.hasHint()
                ? tr(
                        "{0}. traceglass merge can align them by an offset that you specify.",
                        noTimeline(problem.reason()))
                : noTimeline(problem.reason());
    }

    /// @param files names of the files whose clock is not related to that of the timeline
    static String unrelated(List<String> files) {
        return tr(
                "Events of {0}{1} are missing: they share no clock with the other traces. traceglass "
                        + "merge can align them by an offset that you specify.",
                String.join(", ", files.subList(0, Math.min(SHOWN_PATHS, files.size()))),
                files.size() > SHOWN_PATHS ? tr(" and {0} more", files.size() - SHOWN_PATHS) : "");
    }

    /// Separates an archive from the name of its entry in the path of a trace.
    static final String IN_ARCHIVE = "!";

    static String isInArchive(String path) {
        int end = path.indexOf(IN_ARCHIVE);
        return tr("{0} is in the archive {1}; extract it first.", path.substring(end + 1), path.substring(0, end));
    }

    static String searching(List<Path> files) {
        return tr(
                "Searching for traces in {0}",
                files.size() == 1 ? files.getFirst().getFileName() : DisplayText.count(files.size(), "file", "files"));
    }

    static String filesFound(int count) {
        return tr("{0} found", DisplayText.count(count, "file", "files"));
    }

    static String paths(Path folder, List<String> paths) {
        String root = folder + File.separator;
        String listed = String.join(
                ", ",
                paths.stream()
                        .limit(SHOWN_PATHS)
                        .map(p -> p.startsWith(root) ? p.substring(root.length()) : p)
                        .toList());
        return paths.size() <= SHOWN_PATHS ? listed : tr("{0} and {1} more", listed, paths.size() - SHOWN_PATHS);
    }

    static String progress(FleetProgress.Step step) {
        return tr(
                "{0} of {1} traces{2}{3}",
                DisplayText.grouped(step.done()),
                DisplayText.grouped(step.total()),
                step.failed() == 0 ? "" : tr("{0}{1} failed", SEPARATOR, DisplayText.grouped(step.failed())),
                step.leftMs() < 0 || step.done() == step.total()
                        ? ""
                        : tr("{0}about {1} left", SEPARATOR, TimeText.brief(step.leftMs())));
    }

    static String taskProgress(String title, FleetProgress.Step step) {
        return title + SEPARATOR + progress(step);
    }

    static String ended(String problem, int traces) {
        return tr("{0}. The fleet has {1}.", problem, DisplayText.count(traces, "trace", "traces"));
    }

    static String shown(int shown, int all, boolean isGrouped) {
        return isGrouped
                ? DisplayText.count(shown, "group", "groups")
                : shown == all
                        ? DisplayText.count(all, "row", "rows")
                        : tr("{0} of {1}", DisplayText.grouped(shown), DisplayText.count(all, "row", "rows"));
    }

    static String failed(int count) {
        return tr("{0} can't be read.", DisplayText.count(count, "trace", "traces"));
    }

    static String cantOpen(String path, String reason) {
        return tr("{0} was not imported: {1}", path, reason);
    }

    static final String SHOW_FAILED = tr("Show the reasons");

    static String cantMeasure(String title, int count, String reason) {
        return tr(
                "{0} couldn't be computed in {1}. First error: {2}",
                title.isBlank() ? SQL : title, DisplayText.count(count, "trace", "traces"), reason);
    }

    // ---- Toolbar

    static final String FILTER = tr("Text, or Duration > 2 s");
    static final String FILTER_HELP = tr(
            "Shows only traces that contain this text. Enter turns conditions such as Duration > 2 s and folder = main"
                    + " into filters.");
    static final String ADD_COLUMN = tr("Add column");
    static final String COLUMNS = tr("Columns");
    static final String GROUP = tr("Group");
    static final String UNGROUP = tr("Ungroup");
    static final String SIDE_BY_SIDE = tr("Side by side");
    static final String SIDE_BY_SIDE_HELP =
            tr("Open the two selected traces side by side, aligned at the moments of their values");
    static final String SIDE_BY_SIDE_COMMAND = tr("Open the two selected traces side by side");
    static final String SHOW_FAILED_COMMAND = tr("Show traces that can't be read");
    static final String NO_TRACES = tr("The fleet has no traces.");
    static final String TRACES_OF_FLEET = tr("Traces of the fleet");

    static String groupBy(String title) {
        return tr("By {0}", title);
    }

    // ---- Adding a column

    static final String LONGEST_SLICE = tr("Longest slice…");
    static final String TOTAL_OF_SLICES = tr("Total time of slices…");
    static final String NUMBER_OF_SLICES = tr("Number of slices…");
    static final String LONGEST_FRAME = tr("Longest frame");
    static final String ROWS_OF_TABLE = tr("Rows of a table");
    static final String SQL_PER_TRACE = tr("SQL for each trace…");
    static final String METRICS_OF_SPEC = tr("Metrics of a summary specification…");
    static final String DEFAULT_METRICS = tr("Default metrics");
    static final String COMPUTED_METRICS = tr("Computed metrics");
    static final String CHOOSE_SPEC = tr("Choose a trace summary specification");
    static final String READING_NAMES = tr("Reading the names of slices");
    static final String SLICE_NAME = tr("Name of the slices");
    static final String ALL_SLICES = tr("all slices");
    static final String COLUMN_TITLE = tr("Title of the column");
    static final String SQL_HELP = tr(
            "A query or an expression; only its first row is used. Click a value to open its trace at the columns ts,"
                    + " dur and id.");
    static final String SQL_PROMPT = "dur AS startup_dur, ts, dur, id FROM slice WHERE name = 'startup'";
    static final String SQL = tr("SQL for each trace");

    static String noValues(String title) {
        return tr("No trace has a value for: {0}.", title);
    }

    static String measuring(String title) {
        return tr("Computing {0}", title.isBlank() ? SQL : title);
    }

    // ---- Charts

    static final String HISTOGRAM = tr("Histogram");
    static final String BOXES = tr("Box plot");
    static final String SCATTER = tr("Scatter");
    static final String TREND = tr("Trend");
    static final String BY = tr("by");
    static final String AGAINST = tr("against");
    static final String OVER = tr("over");
    static final String COLORED_BY = tr("colored by");
    static final String NO_COLOR = tr("nothing");
    static final String ALL_TRACES = tr("all traces");
    static final String NO_NUMBERS = tr("No column with numbers. Add one with “Add column”.");
    static final String NO_VALUES = tr("None of the traces shown has a value.");
    static final String CHART = tr("Distribution of the traces");
    static final String OTHERS = tr("others");
    static final String NO_VALUE = tr("none");

    static String bin(String from, String to) {
        return from + " – " + to;
    }

    static String binCount(int count, String names) {
        return DisplayText.count(count, "trace", "traces") + "\n" + names;
    }

    static String andMore(String names, int count) {
        return count == 0 ? names : tr("{0}\nand {1} more", names, count);
    }

    static String value(String title, String value) {
        return title + ": " + value;
    }

    static String percentiles(String median, String p90, String max) {
        return tr("median {0}{1}p90 {2}{3}max {4}", median, SEPARATOR, p90, SEPARATOR, max);
    }
}
