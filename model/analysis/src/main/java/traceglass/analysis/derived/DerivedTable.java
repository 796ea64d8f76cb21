package traceglass.analysis.derived;

/// Table computed by standard modules, shown on one track.
///
/// @param name name of the table, which is also the event table of its rows; starts with [#PREFIX]
/// @param title title of the track
/// @param rowTitle display name of one row, used without the title: `App startup`
/// @param query PerfettoSQL that returns `ts` and `dur` (ns; −1 if it never ended), `name`, `color` (key of the
///     color, or NULL if the name is the key), and further columns with readable names to show in the details. Of
///     these, `slice_id`, `thread_state_id`, `utid` and `upid` are shown as links
/// @param isNested whether the query also returns `depth`, from 0, and `stack`: rows with the same `stack` are drawn
///     in adjacent rows by depth
public record DerivedTable(String name, String title, String rowTitle, String query, boolean isNested) {

    /// Prefix of the names of these tables.
    public static final String PREFIX = "derived_";
    /// Schema of tables shared by all connections to the trace.
    static final String SHARED = "memory.main.";

    public DerivedTable {
        if (!name.startsWith(PREFIX)) {
            throw new IllegalArgumentException(name);
        }
    }

    /// Creates a table whose events are placed in the first free row of the track.
    public DerivedTable(String name, String title, String rowTitle, String query) {
        this(name, title, rowTitle, query, false);
    }

    /// Returns the same table for a query that returns `depth` and `stack`.
    public DerivedTable asNested() {
        return new DerivedTable(name, title, rowTitle, query, true);
    }

    /// Returns the key of its track in the tree.
    public String trackKey() {
        return "derived/" + name.substring(PREFIX.length());
    }

    /// Returns the qualified name of the table in DuckDB's SQL.
    public String qualifiedName() {
        return SHARED + name;
    }

    /// Returns the query for the events of its track, in DuckDB's SQL.
    public String events() {
        return "SELECT id, ts, dur, name, coalesce(color, name)"
                + (isNested ? ", depth, dense_rank() OVER (ORDER BY stack) - 1" : "") + " FROM " + qualifiedName()
                + " ORDER BY ts" + (isNested ? ", depth" : "") + ", id";
    }
}
