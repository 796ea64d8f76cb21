package traceglass.app.cli.query;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import traceglass.store.time.TimeText;

/// Texts of the commands `query` and `shell`.
final class QueryTexts {

    private QueryTexts() {}

    // ---- query

    static final String QUERY = tr("Query a trace with SQL and print the results.");
    static final String QUERY_FILE = tr("Read the SQL from a file; - for standard input.");
    static final String QUERY_ARGUMENTS =
            tr("The SQL (unless -f is given), then the trace file (unless --remote is given).");
    static final String QUERY_REMOTE =
            tr("Query a running server: the name or path of its socket, HOST:PORT, or its URL."
                    + " Tables and modules from earlier calls are kept.");
    static final String QUERY_TOKEN = tr("The server's token.");
    static final String PARAM =
            tr("Value for $NAME and :NAME in the SQL. Numbers are passed as numbers, everything else"
                    + " as text; NAME:int=, NAME:real=, NAME:text= and NAME:bool= set the type, NAME:null is NULL. Can be"
                    + " repeated.");
    static final String TIMEOUT = tr("Cancel the SQL after this time, such as 30s, 500ms or 2min; the exit code is 124."
            + " The time for reading the trace does not count. A server cancels the SQL within seconds.");
    static final String REMOTE_PRINTS_ONLY = tr("--remote can't be used together with --mode and -o");
    static final String NEEDS_SQL_ONLY = tr("--remote takes only the SQL, no trace");

    static final String NEEDS_SQL_AND_TRACE = tr("expected the SQL, then the trace: query 'SELECT …' TRACE");
    static final String NEEDS_TRACE_ONLY = tr("expected one trace after -f FILE; the SQL is in the file");

    static String sqlComesFirst(String file, String missing) {
        return file + " is a file, but " + missing + " is not: the SQL comes before the trace, query 'SELECT …' TRACE;"
                + " SQL in a file needs -f FILE";
    }

    static final String NO_STATEMENT = tr("the SQL has no statement");

    static String wrongParameter(String reason) {
        return "--param: " + reason;
    }

    static String repeatedParameter(String name) {
        return tr("--param: {0} is given twice", name);
    }

    static String noSuchParameter(String name, Set<String> names) {
        return tr(
                "--param: the SQL has no ${0}{1}",
                name, names.isEmpty() ? "" : tr("; its parameters: ${0}", String.join(", $", names)));
    }

    static String notADuration(String text) {
        return tr("can't read '{0}' as a duration; examples: 30s, 500ms, 2min", text);
    }

    static String timedOut(Duration limit) {
        return tr("the SQL was canceled after {0} (--timeout)", TimeText.duration(limit.toNanos()));
    }

    static String cantReadSql(String file, String reason) {
        return tr("can't read the SQL in {0}: {1}", file, reason);
    }

    // ---- Output of query

    static final String MODE =
            tr("perfetto (CSV as Perfetto's trace processor prints it, the default), csv (RFC 4180), tsv, json, jsonl,"
                    + " table, markdown, arrow or parquet.");
    static final List<String> MODES = List.of(
            tr("perfetto"),
            tr("csv"),
            tr("tsv"),
            tr("json"),
            tr("jsonl"),
            tr("table"),
            tr("markdown"),
            tr("arrow"),
            tr("parquet"));
    static final String OUTPUT = tr("Write to this file instead of standard output; - for standard output.");
    static final String FORCE = tr("Replace an existing file.");
    static final String TEMPORARY_FILE = tr("a temporary file");
    static final String NO_RESULT = tr("no statement returned rows to write");

    static String notForTerminal(String mode) {
        return tr("can't print {0} to a terminal; use -o FILE", mode);
    }

    static String unknownMode(String mode) {
        return tr("unknown mode '{0}'; modes: {1}", mode, String.join(", ", MODES));
    }

    // ---- shell

    static final String TRACE = "The trace file.";
    static final String SHELL = "Query a trace with SQL, line by line. Type .help for help.";
    static final String SHELL_MODE =
            "Output format: table, csv (as in Perfetto), rfc_csv, tsv, json, jsonl, markdown or line (default: table on"
                    + " a terminal, otherwise csv).";

    static String cantUseTerminal(String reason) {
        return tr("can't use the terminal: {0}", reason);
    }

    // ---- Options of commands that run SQL

    static final String ALLOW_FILES = tr("Allow SQL to read and write files, attach databases and change settings.");
    static final String MODULES =
            "Folder with SQL modules for INCLUDE PERFETTO MODULE; module a.b is file a/b.sql. Overrides built-in"
                    + " modules. Can be repeated.";
    static final String PACKAGE =
            tr("Folder with SQL modules whose names start with NAME (default: the folder's name). Also"
                    + " DIR@NAME, as in Perfetto's trace processor. Can be repeated.");

    static String notAFolder(Path file) {
        return tr("{0} is not a folder", file);
    }

    static String doesNotExist(Path file) {
        return tr("{0} does not exist", file);
    }
}
