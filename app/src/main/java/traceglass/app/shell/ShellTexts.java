package traceglass.app.shell;

import java.nio.file.Path;
import java.util.Locale;

/// Texts of the SQL shell.
final class ShellTexts {

    private ShellTexts() {}

    // ---- Prompt

    static final String PROMPT = "traceglass> ";
    static final String CONTINUATION_PROMPT = "       ...> ";
    static final String NEEDS_SEMICOLON = "end the statement with a semicolon";

    static String welcome(String traceDuration, boolean allowsFiles) {
        return "Traceglass SQL on a trace of " + traceDuration + (allowsFiles ? ". SQL may read and write files." : ".")
                + " End statements with a semicolon; .help lists the commands.";
    }

    // ---- Results

    static final String CANCELED = "canceled";

    static final String NO_RESULT = "no statement returned rows to write";

    static String performance(double total, double untilFirstRow, int results, long rows) {
        return String.format(
                Locale.ROOT,
                "perf: %.3f s; %.3f s until the first row, %.3f s to print; %s%s",
                total,
                untilFirstRow,
                total - untilFirstRow,
                rows(rows),
                results > 1 ? " from " + results + " statements" : "");
    }

    static String rows(long rows) {
        return rows + (rows == 1 ? " row" : " rows");
    }

    static String runTime(double seconds) {
        return String.format(Locale.ROOT, "%.3f s", seconds);
    }

    // ---- Help

    static final String HELP = "List these commands.";
    static final String TABLES = "List tables and views whose names match the pattern (* matches anything).";
    static final String SCHEMA = "Show the columns of one or all tables and views.";
    static final String FUNCTIONS = "List the functions defined by modules.";
    static final String MODULES = "List the modules for INCLUDE PERFETTO MODULE.";
    static final String DIALECT = "Describe the SQL dialect and its differences from SQLite.";
    static final String MODE =
            "Print results as table, csv (as in Perfetto), rfc_csv, tsv, json, jsonl, markdown or line.";
    static final String TIMER = "Show the run time of statements.";
    static final String PERF = "Show times and rows of statements, their plans, or plans with times.";
    static final String WIDE = "Show values in tables in full, or truncate them.";
    static final String WIDTH = "Truncate values in tables to this number of characters (default: 60).";
    static final String PARAM = "Values for $NAME and :NAME in statements: list, set NAME VALUE, unset NAME, clear.";
    static final String READ = "Run the SQL in a file.";
    static final String EXPORT =
            "Write rows (default: the last query) to .csv, .tsv, .json, .jsonl, .parquet or .arrow.";
    static final String DUMP = "Write the tables of the trace with indexes to an SQLite database.";
    static final String QUIT = "Exit (also .exit, .q and Ctrl+D).";
    static final String SQL_AND_CTRL_C =
            "Everything else is SQL and ends with a semicolon. Ctrl+C cancels a running statement.";

    // ---- Commands

    static final String NO_PREVIOUS_QUERY = "there is no previous query to export";

    static String unknownCommand(String name) {
        return "unknown command ." + name + "; .help lists all commands";
    }

    static String unknownTable(String name) {
        return "no such table: " + name;
    }

    static String unknownMode(String name) {
        return "unknown mode '" + name + "'; modes: table, csv, rfc_csv, tsv, json, jsonl, markdown, line";
    }

    static String exported(long rows, Path file) {
        return rows(rows) + " in " + file;
    }

    static String dumped(int tables, Path file) {
        return tables + (tables == 1 ? " table in " : " tables in ") + file;
    }

    static String usage(String usage) {
        return "usage: " + usage;
    }

    static String notAName(String word) {
        return "'" + word + "' is not a parameter name; examples: x, $x, :x";
    }

    static String notAParameter(String text) {
        return "can't read '" + text + "' as a parameter; examples: x=5, name:text=5, y:null";
    }

    static String unknownType(String type) {
        return "unknown type '" + type + "'; types: " + String.join(", ", SqlParameter.TYPES);
    }

    static String notOfType(String value, String type) {
        return "can't read '" + value + "' as " + type;
    }

    static String missingFileName(String usage) {
        return "missing file name: " + usage;
    }

    static String invalidFileName(String text) {
        return "invalid file name: " + text;
    }

    static String unknownFileFormat(Path file) {
        return "unknown format of " + file + ": the name must end with .csv, .tsv, .json, .jsonl, .parquet or"
                + " .arrow";
    }
}
