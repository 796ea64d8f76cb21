package traceglass.app.shell;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.Locale;
import traceglass.store.language.Translations;

/// Texts of the SQL shell.
final class ShellTexts {

    private ShellTexts() {}

    // ---- Prompt

    static final String PROMPT = tr("traceglass> ");
    static final String CONTINUATION_PROMPT = "       ...> ";
    static final String NEEDS_SEMICOLON = tr("end the statement with a semicolon");

    static String welcome(String traceDuration, boolean allowsFiles) {
        return tr(
                "Traceglass SQL on a trace of {0}{1} End statements with a semicolon; .help lists the commands.",
                traceDuration, allowsFiles ? tr(". SQL may read and write files.") : ".");
    }

    // ---- Results

    static final String CANCELED = tr("canceled");

    static final String NO_RESULT = tr("no statement returned rows to write");

    static String performance(double total, double untilFirstRow, int results, long rows) {
        return tr(
                "perf: {0}; {1} until the first row, {2} to print; {3}{4}",
                runTime(total),
                runTime(untilFirstRow),
                runTime(total - untilFirstRow),
                rows(rows),
                results > 1 ? tr(" from {0} statements", results) : "");
    }

    static String rows(long rows) {
        return rows + " " + Translations.noun(rows, "row", "rows");
    }

    static String runTime(double seconds) {
        return String.format(Locale.ROOT, "%.3f s", seconds);
    }

    // ---- Help

    static final String HELP = tr("List these commands.");
    static final String TABLES = tr("List tables and views whose names match the pattern (* matches anything).");
    static final String SCHEMA = tr("Show the columns of one or all tables and views.");
    static final String FUNCTIONS = tr("List the functions defined by modules.");
    static final String MODULES = tr("List the modules for INCLUDE PERFETTO MODULE.");
    static final String DIALECT = tr("Describe the SQL dialect and its differences from SQLite.");
    static final String MODE =
            tr("Print results as table, csv (as in Perfetto), rfc_csv, tsv, json, jsonl, markdown or line.");
    static final String TIMER = tr("Show the run time of statements.");
    static final String PERF = tr("Show times and rows of statements, their plans, or plans with times.");
    static final String WIDE = tr("Show values in tables in full, or truncate them.");
    static final String WIDTH = tr("Truncate values in tables to this number of characters (default: 60).");
    static final String PARAM =
            tr("Values for $NAME and :NAME in statements: list, set NAME VALUE, unset NAME, clear.");
    static final String READ = tr("Run the SQL in a file.");
    static final String EXPORT =
            tr("Write rows (default: the last query) to .csv, .tsv, .json, .jsonl, .parquet or .arrow.");
    static final String DUMP = tr("Write the tables of the trace with indexes to an SQLite database.");
    static final String QUIT = tr("Exit (also .exit, .q and Ctrl+D).");
    static final String SQL_AND_CTRL_C =
            tr("Everything else is SQL and ends with a semicolon. Ctrl+C cancels a running statement.");

    // ---- Commands

    static final String NO_PREVIOUS_QUERY = tr("there is no previous query to export");

    static String unknownCommand(String name) {
        return tr("unknown command .{0}; .help lists all commands", name);
    }

    static String unknownTable(String name) {
        return tr("no such table: {0}", name);
    }

    static String unknownMode(String name) {
        return tr("unknown mode '{0}'; modes: table, csv, rfc_csv, tsv, json, jsonl, markdown, line", name);
    }

    static String exported(long rows, Path file) {
        return tr("{0} in {1}", rows(rows), file);
    }

    static String dumped(int tables, Path file) {
        return tables + (tables == 1 ? tr(" table in ") : tr(" tables in ")) + file;
    }

    static String usage(String usage) {
        return tr("usage: {0}", usage);
    }

    static String notAName(String word) {
        return tr("'{0}' is not a parameter name; examples: x, $x, :x", word);
    }

    static String notAParameter(String text) {
        return tr("can't read '{0}' as a parameter; examples: x=5, name:text=5, y:null", text);
    }

    static String unknownType(String type) {
        return tr("unknown type '{0}'; types: {1}", type, String.join(", ", SqlParameter.TYPES));
    }

    static String notOfType(String value, String type) {
        return tr("can't read '{0}' as {1}", value, type);
    }

    static String missingFileName(String usage) {
        return tr("missing file name: {0}", usage);
    }

    static String invalidFileName(String text) {
        return tr("invalid file name: {0}", text);
    }

    static String unknownFileFormat(Path file) {
        return tr("unknown format of {0}: the name must end with .csv, .tsv, .json, .jsonl, .parquet or .arrow", file);
    }
}
