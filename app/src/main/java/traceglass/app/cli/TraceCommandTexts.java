package traceglass.app.cli;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of the commands that print from a trace: `query`, `shell`, `info` and `compare`; and of `cache`.
final class TraceCommandTexts {

    private TraceCommandTexts() {}

    // ---- query

    static final String QUERY = "Query a trace with SQL and print the results.";
    static final String QUERY_FILE = "Read the SQL from a file; - for standard input.";
    static final String QUERY_ARGUMENTS =
            "The SQL (unless -f is given), then the trace file (unless --remote is given).";
    static final String QUERY_REMOTE = "Ask a running server: the name or path of its socket, HOST:PORT, or its URL."
            + " Tables and modules of earlier calls are still there.";
    static final String QUERY_TOKEN = "Token that the server asks for.";
    static final String REMOTE_PRINTS_ONLY = "--remote can't be used together with --mode and -o";
    static final String NEEDS_SQL_ONLY = "--remote takes the SQL and no trace";

    static final String NEEDS_SQL_AND_TRACE = "expected the SQL, then the trace: query 'SELECT …' TRACE";
    static final String NEEDS_TRACE_ONLY = "expected one trace after -f FILE; the SQL is in the file";

    static String cantReadSql(String file, String reason) {
        return "can't read the SQL in " + file + ": " + reason;
    }

    // ---- shell

    static final String SHELL = "Query a trace with SQL, line by line. Type .help for help.";
    static final String SHELL_MODE =
            "Output format: table, csv, tsv, json or line (default: table on a terminal, otherwise csv).";

    static String cantUseTerminal(String reason) {
        return "can't use the terminal: " + reason;
    }

    // ---- info

    static final String INFO = "Describe a trace: format, duration, contents, problems.";
    static final String INFO_FILE = "File";
    static final String INFO_SIZE = "Size";
    static final String INFO_FORMAT = "Format";
    static final String INFO_UNKNOWN_FORMAT = "not recognized";
    static final String INFO_DURATION = "Duration";
    static final String INFO_START = "Start";
    static final String INFO_END = "End";
    static final String INFO_PROCESSES = "Processes";
    static final String INFO_THREADS = "Threads";
    static final String INFO_TRACKS = "Tracks";
    static final String INFO_SLICES = "Slices";
    static final String INFO_SCHED_SLICES = "Scheduling slices";
    static final String INFO_COUNTER_SAMPLES = "Counter samples";
    static final String INFO_FTRACE_EVENTS = "Ftrace events";
    static final String INFO_SAMPLES = "Callstack samples";
    static final String INFO_STACKS = "Profiled stacks";
    static final String INFO_HEAP_OBJECTS = "Heap objects";
    static final String INFO_ALLOCATIONS = "Heap profile rows";
    static final String INFO_LOGS = "Log lines";
    static final String INFO_PROBLEMS = "Problems";

    static String uncompressed(long bytes) {
        return DisplayText.size(bytes) + " uncompressed";
    }

    static String timestamp(long ns) {
        return ns + " ns";
    }

    static String kindsOfProblems(int kinds) {
        return kinds == 0 ? "none" : kinds + (kinds == 1 ? " kind" : " kinds");
    }

    // ---- compare

    static final String COMPARE = "Compare two traces by name, largest difference first.";
    static final String COMPARE_FIRST = "The first trace file.";
    static final String COMPARE_SECOND = "The second trace file.";
    static final String COMPARE_WHAT = "What to compare: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).";
    static final String COMPARE_BY =
            "Sort by the difference of: ${COMPLETION-CANDIDATES} (default: total; median for counters and startups).";
    static final String NUMBERS_AS_ONE = "Treat names that differ only in their digits as equal.";
    static final String COMPARE_LIMIT =
            "Number of names to print; 0 for all (default: ${DEFAULT-VALUE}, all with --csv).";
    static final String COMPARE_CSV = "Print all names as CSV; durations in ns.";

    static String cantCompareBy(String what) {
        return "can't compare traces by " + what;
    }

    static String cantCompare(String reason) {
        return "can't compare the traces: " + reason;
    }

    static String cantWriteComparison(String reason) {
        return "can't write the comparison: " + reason;
    }

    // ---- cache

    static final String CACHE = "List or remove the cached databases of traces.";
    static final String CACHE_LIST = "List the databases, most recently used first.";
    static final String CACHE_CLEAR = "Remove all databases; traces are imported again the next time they are opened.";
    static final String CACHE_NEEDS_SUBCOMMAND = "missing subcommand; use cache list or cache clear";
    static final String CACHE_TURNED_OFF = "cache commands can't be used with --no-cache";

    static String cacheTotal(int databases, long bytes, Path folder) {
        return databases(databases) + ", " + DisplayText.size(bytes) + ", in " + folder;
    }

    static String cacheCleared(int databases, Path folder) {
        return "removed " + databases(databases) + " from " + folder;
    }

    static String cantClear(Path folder, String reason) {
        return "can't clear " + folder + ": " + reason;
    }

    private static String databases(int n) {
        return DisplayText.count(n, "database", "databases");
    }
}
