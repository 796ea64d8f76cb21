package traceglass.app.panel.sql;

import static traceglass.store.language.Translations.tr;

import java.util.Locale;
import traceglass.app.command.KeyChord;
import traceglass.store.language.Translations;
import traceglass.store.text.DisplayText;

/// Texts of the SQL page: tabs, editor, schema browser, results, history and saved queries.
final class SqlTexts {

    private static final String GAP = "  ·  ";

    private SqlTexts() {}

    // ---- Fleets

    static final String ON_TRACE = tr("Trace");
    static final String ON_ALL_TRACES = tr("All traces");
    static final String ON_EACH_TRACE = tr("Each trace");
    static final String ON_TRACE_HELP = tr("Run on the open trace");
    static final String ON_ALL_HELP =
            tr("Run one query on all traces of the fleet, in DuckDB's dialect: tables have the column trace_id, and"
                    + " there is a table traces");
    static final String ON_EACH_HELP =
            tr("Run in each trace of the fleet separately; rows include the trace and its labels");

    static String failedTraces(int count, String reason) {
        return tr("The query failed in {0}. First error: {1}", DisplayText.count(count, "trace", "traces"), reason);
    }

    // ---- Page and its commands

    static final String PAGE = tr("SQL");
    static final String FIND_IN_SCHEMA = tr("Find table, column, module or function");
    static final String SWITCH_FILES = tr("Allow or disallow files for queries");
    static final String RESULT_COLUMNS = tr("Result columns: sort, filter, hide, freeze…");
    static final String GROUP_RESULT = tr("Group result…");
    static final String COPY_RESULT = tr("Copy result…");
    static final String EXPORT_RESULT = tr("Export result…");
    static final String SWITCH_CHART = tr("Show or hide the result chart");
    static final String SWITCH_RAW = tr("Show raw or formatted values in the result");

    // ---- Tabs

    static final String NEW_TAB = tr("New tab");
    static final String CLOSE_TAB = tr("Close tab");
    static final String RENAME_TAB = tr("Rename tab");
    static final String TAB_NAME = tr("Name");
    static final String DEFAULT_TAB = tr("Query");

    static String numberedTab(int number) {
        return DEFAULT_TAB + " " + number;
    }

    // ---- File access

    static final String ALLOW_FILES = tr("Allow files");
    static final String ALLOW_FILES_TOOLTIP =
            tr("Lets queries in this window read and write files, attach databases and"
                    + " change settings until the window is closed");
    static final String FILES_ALLOWED = tr("Queries in this window can now read and overwrite all files that you can"
            + " access, attach databases and change settings. Run only queries that you trust. Tables created by"
            + " earlier queries were dropped.");
    static final String DISALLOW_FILES = tr("Disallow files");

    // ---- History

    static final String HISTORY = tr("History");
    static final String SEARCH_HISTORY = tr("Search history");
    static final String NO_QUERIES = tr("No queries yet.");

    /// @param rows number of rows, negative if the query failed
    static String historyEntry(String time, long rows, String duration) {
        return time + GAP + (rows < 0 ? tr("failed") : rows(rows)) + GAP + duration;
    }

    // ---- Saved queries and examples

    static final String SAVED_QUERIES = tr("Saved");
    static final String SAVED_QUERIES_AND_EXAMPLES = tr("Saved queries and examples");
    static final String SEARCH_SAVED_QUERIES = tr("Search saved queries and examples");
    static final String SAVE_QUERY = tr("Save query…");
    static final String ASK_QUERY_NAME = tr("Query name");
    static final String NOT_SAVED = tr("Not saved");
    static final String QUERY_EMPTY = tr("the query is empty");
    static final String NO_MATCHING_QUERIES = tr("No matching queries");
    static final String INSERT = tr("Insert");
    static final String DELETE_QUERY = tr("Delete query");
    static final String EXAMPLE = tr("example");

    static String keysOfSavedQueries(KeyChord insert) {
        return tr("Enter: open in tab{0}{1}: insert{2}Del: delete", GAP, insert, GAP);
    }

    static String exampleNamed(String name) {
        return name + ", " + EXAMPLE;
    }

    // ---- Schema browser

    static final String SCHEMA_FILTER = tr("Tables, columns, functions");
    static final String SEARCH_SCHEMA = tr("Search tables, columns, modules and functions");
    static final String SCHEMA_TREE = tr("Tables, views, modules and functions");
    static final String TABLES = tr("Tables");
    static final String VIEWS = tr("Views");
    static final String THIS_SESSION = tr("This session");
    static final String MODULES = tr("Modules");
    static final String FUNCTIONS = tr("Functions");
    static final String DUCKDB_FUNCTIONS = tr("DuckDB functions");
    static final String TABLE_FUNCTION = tr("table");
    static final String MACRO = tr("macro");
    static final String NO_DESCRIPTION = tr("No description available.");
    static final String SHOW_ALL_ROWS = tr("Show all rows");
    static final String INCLUDE_IN_QUERY = tr("Include in query");

    // ---- Editor

    static final String EDITOR = tr("SQL editor");
    static final String RUN = tr("Run");
    static final String RUN_STATEMENT = tr("Run statement");
    static final String FORMAT = tr("Format");
    static final String EXPLAIN = tr("Explain");
    static final String EXPLAIN_TOOLTIP = tr("Show the query plan of the statement at the caret");
    static final String RANGE = tr("Range");
    static final String RANGE_TOOLTIP = tr("Query parameters: $start and $end are the selected time range, $slice and"
            + " $track the ids of the selected slice and its track");
    static final String NO_TRACE = tr("no trace");

    static String runTooltip(KeyChord key) {
        return tr("Run the selection or all statements   {0}", key);
    }

    static String runStatementTooltip(KeyChord key) {
        return tr("Run the statement at the caret   {0}", key);
    }

    static String formatTooltip(KeyChord key) {
        return tr("Format the SQL   {0}", key);
    }

    static String range(boolean isWholeTrace, String duration) {
        return tr("$start … $end = {0}{1}", isWholeTrace ? tr("whole trace, ") : tr("selection, "), duration);
    }

    static String parameter(String name, long value) {
        return GAP + "$" + name + " = " + value;
    }

    // ---- State of a run

    static final String RUNNING = tr("Running");
    static final String DONE = tr("Done");
    static final String SHOWN = tr("Shown");
    static final String FAILED = tr("Failed");

    static String rows(long rows) {
        return DisplayText.count(rows, "row", "rows");
    }

    static String running(double seconds, int rowsSoFar) {
        return Translations.withDecimalMark(String.format(Locale.ROOT, "%.1f s", seconds))
                + (rowsSoFar > 0 ? tr("{0}{1} so far", GAP, rows(rowsSoFar)) : "");
    }

    static String finished(long rows, String duration, boolean isTruncated) {
        return rows(rows) + GAP + duration + (isTruncated ? tr("{0}truncated", GAP) : "");
    }

    static String afterDuration(String duration) {
        return tr("after {0}", duration);
    }

    static String groups(int groups) {
        return DisplayText.count(groups, "group", "groups");
    }

    static String shownRows(int shown, int all, int selected) {
        String filtered = shown == all ? "" : tr("{0} of {1}", DisplayText.grouped(shown), rows(all));
        return selected <= 1
                ? filtered
                : tr("{0}{1}{2} selected", filtered, filtered.isEmpty() ? "" : GAP, DisplayText.grouped(selected));
    }

    // ---- Results

    static final String QUERY_RESULT = tr("Query result");
    static final String NO_ROWS = tr("The query returned no rows.");
    static final String NO_ROWS_OF_STATEMENTS = tr("The statements returned no rows.");
    static final String COLUMNS = tr("Columns");
    static final String GROUP = tr("Group");
    static final String UNGROUP = tr("Ungroup");
    static final String SHOW_AS_TRACK = tr("Show as track");

    static String resultsAppearHere(KeyChord run) {
        return tr("Results appear here. {0} runs the query.", run);
    }

    static String result(int number) {
        return tr("Result {0}", number);
    }

    static String groupBy(String column) {
        return tr("By {0}", column);
    }

    static String copyAllRowsAs(String format) {
        return tr("All rows as {0}", format);
    }

    static String showAsTrackTooltip(String key) {
        return tr("Show rows on the timeline   {0}", key);
    }

    // ---- Chart

    static final String CHART = tr("Chart");
    static final String CLOSE_CHART = tr("Close chart");
    static final String BARS = tr("Bars");
    static final String HISTOGRAM = tr("Histogram");
    static final String LINE = tr("Line");
    static final String POINTS = tr("Points");
    static final String NUMBER_OF_ROWS = tr("number of rows");
    static final String ROW = tr("row");
    static final String GROUPED_BY = tr("by");
    static final String OVER = tr("over");
    static final String NO_NUMERIC_COLUMN = tr("This result has no numeric column.");

    static String row(int number) {
        return tr("Row {0}", number);
    }

    // ---- Problems

    static final String TRACE_NOT_READY = tr("The trace is still being read. Run the query when it is ready.");
    static final String OUT_OF_MEMORY = tr("Not enough memory for the result. Request fewer rows or columns.");
    static final String IN_SETTINGS = tr(" in the settings");

    static String problemAt(int line, int column, String message) {
        return tr("Line {0}, column {1}: {2}", line, column, message);
    }

    static String selectSlice(String parameter) {
        return needsSelection(parameter, tr("a slice"));
    }

    static String selectEvent(String parameter) {
        return needsSelection(parameter, tr("an event on a track"));
    }

    private static String needsSelection(String parameter, String item) {
        return tr("{0} depends on the selection. Select {1} on the timeline first.", parameter, item);
    }

    static String timeLimitExceeded(int seconds) {
        return tr(
                "The query exceeded the time limit of {0} s and was stopped. Simplify the query or "
                        + "change the query time limit in the settings",
                seconds);
    }

    static String databaseFailed(String message) {
        return tr("Can't access the database of the trace: {0}", message);
    }

    static String internalError(Throwable error) {
        return tr("Can't run the query because of an internal error: {0}", error);
    }

    static String trackFailed(String message) {
        return tr("Can't create the track: {0}", message);
    }
}
