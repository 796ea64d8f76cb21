package traceglass.app.cli.fleet;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetProgress;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the commands `fleet …`.
final class FleetTexts {

    private FleetTexts() {}

    static final String FLEET = "Keep many traces in one folder, query them together, and compare sets of them.";
    static final String NEEDS_SUBCOMMAND =
            tr("missing subcommand; use fleet import, add, remove, list, verify, query, summarize or compare");
    static final String NO_STATEMENT = tr("the SQL has no statement");
    static final String FOLDER = "Folder of the fleet.";

    // ---- import, add, remove, list, verify

    static final String IMPORT =
            "Import traces into a new or existing fleet. Traces that it already contains are skipped.";
    static final String ADD = "Import more traces into a fleet.";
    static final String SOURCES =
            "Folders, zip and tar archives, text files with one path per line, patterns with *, and traces.";
    static final String OUTPUT = "Folder of the fleet; created if it does not exist.";
    static final String JOBS = "Number of traces to read at once (default: one per processor).";
    static final String LABELS =
            "CSV or JSON file with values for the traces: a column named path, trace, file or name, and one per label.";
    static final String PATTERN = "Labels from the end of the paths, such as '{branch}/{device}-{iteration}.pftrace'.";
    static final String SPARK =
            "Read the traces in a Spark cluster, such as spark://host:7077. Its machines must have access to the"
                    + " fleet's folder.";
    static final String NEEDS_SPARK = tr("--spark needs Apache Spark 4.2. Set SPARK_HOME to its folder, or to a folder"
            + " whose subfolder jars contains its jars");
    static final String NEEDS_SPARK_JAR =
            tr("--spark needs Traceglass's jar for Spark. Build it with packaging/spark-jar,"
                    + " or set TRACEGLASS_SPARK_JAR to its path");
    static final String REMOVE = "Remove traces from a fleet.";
    static final String IDS = "Ids of the traces, as shown by \"fleet list\".";
    static final String LIST = "List the traces of a fleet with their labels.";
    static final String WHERE = "Only traces for which this SQL condition on the columns of the table traces holds.";
    static final String VERIFY = "Check that all tables of all traces are complete.";
    static final String VERIFIED = tr("The fleet is complete");

    // ---- query

    static final String QUERY = "Query the traces of a fleet with SQL.";
    static final String SQL = "The SQL, unless -f is given.";
    static final String FILE = "Read the SQL from a file; - for standard input.";
    static final String EACH =
            "Run the SQL in each trace, in the dialect of Perfetto's trace processor, and print all rows, with the"
                    + " trace and its labels in the first columns.";
    static final String TOGETHER =
            "Run one SELECT over all traces, in DuckDB's dialect. Every table has the column trace_id;"
                    + " the table traces has the labels.";
    static final String THEN = "With --each: run this SELECT on the table result of all rows.";
    static final String TIMEOUT = "Cancel the SQL in a trace after this time, such as 30s.";
    static final String MODULES = "Folder with SQL modules; can be repeated.";
    static final String NEEDS_EACH_OR_TOGETHER =
            tr("use --each to run the SQL in each trace, or --together to run it on all traces");
    static final String FAIL_FAST = "Stop at the first trace that fails instead of skipping it.";
    static final String WITH =
            "Columns of the table traces to add to the rows of each trace, such as path,device,dur_ns.";
    static final String JOBS_TOO_FEW = tr("--jobs can't be negative");
    static final String NEEDS_SQL = tr("expected the SQL, or -f FILE");
    static final String THEN_NEEDS_EACH = tr("--then needs --each");

    // ---- summarize, compare

    static final String SUMMARIZE = "Compute metrics in each trace of a fleet.";
    static final String SPEC = "File with a TraceSummarySpec, as text or binary; can be repeated. Without one: CPU"
            + " time, main threads, frames, app startups and outermost slices.";
    static final String METRICS = "Ids of the metrics, separated by commas; all by default.";
    static final String COMPARE =
            "Compare the metrics of two sets of traces: of a fleet by a label, or of two folders.";
    static final String SETS = "A fleet, or two folders, archives, lists or patterns of traces.";
    static final String BY = "Label that divides the traces of a fleet into sets.";
    static final String BASELINE = "Value of the label that the others are compared with.";
    static final String ALPHA =
            "Largest p-value of a change, after correction for the number of metrics (default: ${DEFAULT-VALUE}).";
    static final String MIN_CHANGE =
            "Smallest difference of the medians that counts as a change, in percent (default: ${DEFAULT-VALUE}).";
    static final String FORMAT = "text, markdown, json or junit (default: ${DEFAULT-VALUE}).";
    static final String REPORT = "Write the report to this file instead of standard output.";
    static final String FORCE = "Replace an existing file.";
    static final String NEEDS_SETS = tr("use compare FLEET --by LABEL --baseline VALUE, or compare A B");
    static final String REGRESSION_EXIT = "The exit code is 3 if a metric got worse.";
    static final String WRITING_FAILED = tr("writing failed");
    static final String NOT_BETWEEN_0_AND_1 = tr("must be more than 0 and less than 1");

    static String sparkFailed(String reason) {
        return tr("Spark can't be started: {0}", reason);
    }

    static String unlabeled(int count, String first) {
        return tr("{0} without labels, such as {1}", DisplayText.count(count, "trace", "traces"), first);
    }

    static String unusedLabels(int count, String first) {
        return tr("labels for {0} without a trace, such as {1}", DisplayText.count(count, "path", "paths"), first);
    }

    static String notCreated(Path folder) {
        return tr("{0} was not created, because no trace was imported", folder);
    }

    static String failed(FleetFailure failure) {
        return failure.path() + ": " + failure.reason();
    }

    static String sameError(String reason) {
        return tr("more traces with this error: {0}", reason);
    }

    static String skippedTraces(int count) {
        return tr("{0} skipped", DisplayText.count(count, "trace", "traces"));
    }

    static String total(int count, long bytes) {
        return DisplayText.count(count, "trace", "traces") + ", " + DisplayText.size(bytes);
    }

    static String removed(int count) {
        return tr("{0} removed", DisplayText.count(count, "trace", "traces"));
    }

    static String problems(int count) {
        return tr(
                "{0}; remove the traces that \"fleet list\" still shows, and import them again",
                DisplayText.count(count, "problem", "problems"));
    }

    static String unknownFormat(String format) {
        return tr("unknown format '{0}'; formats: text, markdown, json, junit", format);
    }

    static String progress(FleetProgress.Step step) {
        String left = step.leftMs() < 0 ? "" : tr(", about {0} left", TimeText.brief(step.leftMs()));
        return tr(
                "{0} of {1} traces{2}{3}",
                DisplayText.grouped(step.done()),
                DisplayText.grouped(step.total()),
                step.failed() == 0 ? "" : tr(", {0} failed", DisplayText.grouped(step.failed())),
                left);
    }
}
