package traceglass.app.panel.sql;

import java.util.Locale;
import traceglass.app.command.KeyChord;
import traceglass.store.text.DisplayText;

/// Texts of the SQL page: tabs, editor, schema browser, results, history and saved queries.
final class SqlTexts {

    private static final String GAP = "  ·  ";

    private SqlTexts() {}

    // ---- Fleets

    static final String ON_TRACE = "Trace";
    static final String ON_ALL_TRACES = "All traces";
    static final String ON_EACH_TRACE = "Each trace";
    static final String ON_TRACE_HELP = "Run on the open trace";
    static final String ON_ALL_HELP =
            "Run one query on all traces of the fleet, in DuckDB's dialect: tables have the column trace_id, and"
                    + " there is a table traces";
    static final String ON_EACH_HELP =
            "Run in each trace of the fleet separately; rows include the trace and its labels";

    static String failedTraces(int count, String reason) {
        return "The query failed in " + DisplayText.count(count, "trace", "traces") + ". First error: " + reason;
    }

    // ---- Page and its commands

    static final String PAGE = "SQL";
    static final String FIND_IN_SCHEMA = "Find table, column, module or function";
    static final String SWITCH_FILES = "Allow or disallow files for queries";
    static final String RESULT_COLUMNS = "Result columns: sort, filter, hide, freeze…";
    static final String GROUP_RESULT = "Group result…";
    static final String COPY_RESULT = "Copy result…";
    static final String EXPORT_RESULT = "Export result…";
    static final String SWITCH_CHART = "Show or hide the result chart";
    static final String SWITCH_RAW = "Show raw or formatted values in the result";

    // ---- Tabs

    static final String NEW_TAB = "New tab";
    static final String CLOSE_TAB = "Close tab";
    static final String RENAME_TAB = "Rename tab";
    static final String TAB_NAME = "Name";
    static final String DEFAULT_TAB = "Query";

    static String numberedTab(int number) {
        return DEFAULT_TAB + " " + number;
    }

    // ---- File access

    static final String ALLOW_FILES = "Allow files";
    static final String ALLOW_FILES_TOOLTIP = "Lets queries in this window read and write files, attach databases and"
            + " change settings until the window is closed";
    static final String FILES_ALLOWED = "Queries in this window can now read and overwrite all files that you can"
            + " access, attach databases and change settings. Run only queries that you trust. Tables created by"
            + " earlier queries were dropped.";
    static final String DISALLOW_FILES = "Disallow files";

    // ---- History

    static final String HISTORY = "History";
    static final String SEARCH_HISTORY = "Search history";
    static final String NO_QUERIES = "No queries yet.";

    /// @param rows number of rows, negative if the query failed
    static String historyEntry(String time, long rows, String duration) {
        return time + GAP + (rows < 0 ? "failed" : rows(rows)) + GAP + duration;
    }

    // ---- Saved queries and examples

    static final String SAVED_QUERIES = "Saved";
    static final String SAVED_QUERIES_AND_EXAMPLES = "Saved queries and examples";
    static final String SEARCH_SAVED_QUERIES = "Search saved queries and examples";
    static final String SAVE_QUERY = "Save query…";
    static final String ASK_QUERY_NAME = "Query name";
    static final String NOT_SAVED = "Not saved";
    static final String QUERY_EMPTY = "the query is empty";
    static final String NO_MATCHING_QUERIES = "No matching queries";
    static final String INSERT = "Insert";
    static final String DELETE_QUERY = "Delete query";
    static final String EXAMPLE = "example";

    static String keysOfSavedQueries(KeyChord insert) {
        return "Enter: open in tab" + GAP + insert + ": insert" + GAP + "Del: delete";
    }

    static String exampleNamed(String name) {
        return name + ", " + EXAMPLE;
    }

    // ---- Schema browser

    static final String SCHEMA_FILTER = "Tables, columns, functions";
    static final String SEARCH_SCHEMA = "Search tables, columns, modules and functions";
    static final String SCHEMA_TREE = "Tables, views, modules and functions";
    static final String TABLES = "Tables";
    static final String VIEWS = "Views";
    static final String THIS_SESSION = "This session";
    static final String MODULES = "Modules";
    static final String FUNCTIONS = "Functions";
    static final String DUCKDB_FUNCTIONS = "DuckDB functions";
    static final String TABLE_FUNCTION = "table";
    static final String MACRO = "macro";
    static final String NO_DESCRIPTION = "No description available.";
    static final String SHOW_ALL_ROWS = "Show all rows";
    static final String INCLUDE_IN_QUERY = "Include in query";

    // ---- Editor

    static final String EDITOR = "SQL editor";
    static final String RUN = "Run";
    static final String RUN_STATEMENT = "Run statement";
    static final String FORMAT = "Format";
    static final String EXPLAIN = "Explain";
    static final String EXPLAIN_TOOLTIP = "Show the query plan of the statement at the caret";
    static final String RANGE = "Range";
    static final String RANGE_TOOLTIP = "Query parameters: $start and $end are the selected time range, $slice and"
            + " $track the ids of the selected slice and its track";
    static final String NO_TRACE = "no trace";

    static String runTooltip(KeyChord key) {
        return "Run the selection or all statements   " + key;
    }

    static String runStatementTooltip(KeyChord key) {
        return "Run the statement at the caret   " + key;
    }

    static String formatTooltip(KeyChord key) {
        return "Format the SQL   " + key;
    }

    static String range(boolean isWholeTrace, String duration) {
        return "$start … $end = " + (isWholeTrace ? "whole trace, " : "selection, ") + duration;
    }

    static String parameter(String name, long value) {
        return GAP + "$" + name + " = " + value;
    }

    // ---- State of a run

    static final String RUNNING = "Running";
    static final String DONE = "Done";
    static final String SHOWN = "Shown";
    static final String FAILED = "Failed";

    static String rows(long rows) {
        return DisplayText.count(rows, "row", "rows");
    }

    static String running(double seconds, int rowsSoFar) {
        return String.format(Locale.ROOT, "%.1f s", seconds) + (rowsSoFar > 0 ? GAP + rows(rowsSoFar) + " so far" : "");
    }

    static String finished(long rows, String duration, boolean isTruncated) {
        return rows(rows) + GAP + duration + (isTruncated ? GAP + "truncated" : "");
    }

    static String afterDuration(String duration) {
        return "after " + duration;
    }

    static String groups(int groups) {
        return DisplayText.count(groups, "group", "groups");
    }

    static String shownRows(int shown, int all, int selected) {
        String filtered = shown == all ? "" : DisplayText.grouped(shown) + " of " + rows(all);
        return selected <= 1
                ? filtered
                : filtered + (filtered.isEmpty() ? "" : GAP) + DisplayText.grouped(selected) + " selected";
    }

    // ---- Results

    static final String QUERY_RESULT = "Query result";
    static final String NO_ROWS = "The query returned no rows.";
    static final String NO_ROWS_OF_STATEMENTS = "The statements returned no rows.";
    static final String COLUMNS = "Columns";
    static final String GROUP = "Group";
    static final String UNGROUP = "Ungroup";
    static final String SHOW_AS_TRACK = "Show as track";

    static String resultsAppearHere(KeyChord run) {
        return "Results appear here. " + run + " runs the query.";
    }

    static String result(int number) {
        return "Result " + number;
    }

    static String groupBy(String column) {
        return "By " + column;
    }

    static String copyAllRowsAs(String format) {
        return "All rows as " + format;
    }

    static String showAsTrackTooltip(String key) {
        return "Show rows on the timeline   " + key;
    }

    // ---- Chart

    static final String CHART = "Chart";
    static final String CLOSE_CHART = "Close chart";
    static final String BARS = "Bars";
    static final String HISTOGRAM = "Histogram";
    static final String LINE = "Line";
    static final String POINTS = "Points";
    static final String NUMBER_OF_ROWS = "number of rows";
    static final String ROW = "row";
    static final String GROUPED_BY = "by";
    static final String OVER = "over";
    static final String NO_NUMERIC_COLUMN = "This result has no numeric column.";

    static String row(int number) {
        return "Row " + number;
    }

    // ---- Problems

    static final String TRACE_NOT_READY = "The trace is still being read. Run the query when it is ready.";
    static final String OUT_OF_MEMORY = "Not enough memory for the result. Request fewer rows or columns.";
    static final String IN_SETTINGS = " in the settings";

    static String problemAt(int line, int column, String message) {
        return "Line " + line + ", column " + column + ": " + message;
    }

    static String selectSlice(String parameter) {
        return needsSelection(parameter, "a slice");
    }

    static String selectEvent(String parameter) {
        return needsSelection(parameter, "an event on a track");
    }

    private static String needsSelection(String parameter, String item) {
        return parameter + " depends on the selection. Select " + item + " on the timeline first.";
    }

    static String timeLimitExceeded(int seconds) {
        return "The query exceeded the time limit of " + seconds + " s and was stopped. Simplify the query or change"
                + " the query time limit in the settings";
    }

    static String databaseFailed(String message) {
        return "Can't access the database of the trace: " + message;
    }

    static String internalError(Throwable error) {
        return "Can't run the query because of an internal error: " + error;
    }

    static String trackFailed(String message) {
        return "Can't create the track: " + message;
    }
}
