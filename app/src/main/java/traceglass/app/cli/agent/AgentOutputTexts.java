package traceglass.app.cli.agent;

/// Texts of the output for agents.
public final class AgentOutputTexts {

    private AgentOutputTexts() {}

    // ---- Options

    public static final String AGENT = "Print for a coding agent: Markdown tables of limited size, errors as JSON. The"
            + " default if standard output is not a terminal and an agent's environment variable is set; TRACEGLASS_AGENT=0"
            + " turns that off. See traceglass help agent.";
    static final String MAX_ROWS = "With --agent: maximum rows per result (default: ${DEFAULT-VALUE}); 0 for all.";
    static final String MAX_BYTES =
            "With --agent: maximum bytes of all results (default: ${DEFAULT-VALUE}); 0 for all.";
    static final String MAX_CELL = "With --agent: maximum characters per cell (default: ${DEFAULT-VALUE}); 0 for all.";
    static final String NEGATIVE_LIMIT = "--max-rows, --max-bytes and --max-cell can't be negative";
    static final String LIMITS_NEED_AGENT = "--max-rows, --max-bytes and --max-cell need --agent";

    // ---- Lines after a table

    static final String NO_ROWS = "No rows.";

    static String rows(long rows) {
        return rows == 1 ? "1 row." : rows + " rows.";
    }

    /// @param isCounted whether `rows` is the number of all rows, and not only a lower limit
    /// @param isByteLimit whether the limit of bytes was reached first
    static String truncatedRows(long shown, long rows, boolean isCounted, boolean isByteLimit, AgentLimits limits) {
        String limit = isByteLimit ? "--max-bytes " + limits.bytes() : "--max-rows " + limits.rows();
        return "Showing " + shown + " of " + (isCounted ? "" : "more than ") + rows + " rows (" + limit
                + "). To see the rest, aggregate or filter in SQL, continue with LIMIT " + Math.max(1, shown)
                + " OFFSET " + shown + ", raise the limit, or write all rows to a file with --mode csv -o FILE.";
    }

    static String truncatedCells(long cells, AgentLimits limits) {
        return "Truncated " + (cells == 1 ? "1 cell" : cells + " cells") + " to " + limits.cell()
                + " characters (--max-cell). substr(column, " + (limits.cell() + 1) + ") returns the rest.";
    }

    static String moreCharacters(int characters) {
        return "… (" + characters + " more)";
    }

    // ---- Hints after errors

    static final String HINT_TABLE = "SELECT name FROM sqlite_master lists tables and views;"
            + " SELECT name, module FROM __intrinsic_stdlib_objects WHERE exposed lists what INCLUDE PERFETTO"
            + " MODULE adds.";
    static final String HINT_COLUMN =
            "SELECT * FROM that_table LIMIT 0, or pragma_table_info('that_table'), shows the columns.";
    static final String HINT_FUNCTION =
            "SELECT name, module FROM __intrinsic_stdlib_objects WHERE object_type LIKE '%FUNCTION' lists functions of"
                    + " modules; INCLUDE PERFETTO MODULE adds them.";
    static final String HINT_MODULE = "SELECT DISTINCT module FROM __intrinsic_stdlib_objects lists the modules.";
    static final String HINT_SYNTAX =
            "The dialect is PerfettoSQL, which is close to SQLite's. See traceglass help agent.";
    static final String HINT_TIMEOUT = "Filter earlier, join on ids, avoid a join on time ranges without SPAN_JOIN or"
            + " an interval module, or raise --timeout.";
    static final String HINT_TRACE = "traceglass info --json TRACE describes a trace.";
}
