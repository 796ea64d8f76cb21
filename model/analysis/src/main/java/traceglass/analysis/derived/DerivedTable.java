package traceglass.analysis.derived;

/// A table that standard modules make, and what is shown of it on one track.
///
/// @param name of the table that holds its rows, which events on the track name as theirs; begins with [#PREFIX]
/// @param title what the track is called
/// @param what what a row is, in words that can stand alone: `App start`
/// @param query PerfettoSQL that gives `ts` and `dur` (ns; −1 for what never ended), `name`, `color` (key of the
///     colour, or NULL where that is the name) and what else there is to tell of a row, under names that can be read.
///     Of the others `slice_id`, `thread_state_id`, `utid` and `upid` are links
/// @param isNested whether the query also gives `depth`, from 0, and `stack`: rows with one number there stay below
///     each other by depth
public record DerivedTable(String name, String title, String what, String query, boolean isNested) {

    /// Begins the names of these tables.
    public static final String PREFIX = "derived_";
    /// Where the rows are: tables of everybody who has the trace open.
    static final String SHARED = "memory.main.";

    public DerivedTable {
        if (!name.startsWith(PREFIX)) {
            throw new IllegalArgumentException(name);
        }
    }

    /// A table whose rows lie on the lowest row that is free.
    public DerivedTable(String name, String title, String what, String query) {
        this(name, title, what, query, false);
    }

    /// The same table, of which the query gives `depth` and `stack`.
    public DerivedTable nested() {
        return new DerivedTable(name, title, what, query, true);
    }

    /// Key of its track in the tree.
    public String trackKey() {
        return "derived/" + name.substring(PREFIX.length());
    }

    /// The table as DuckDB's SQL names it.
    public String qualified() {
        return SHARED + name;
    }

    /// Gives its events to a track, in DuckDB's SQL.
    public String events() {
        return "SELECT id, ts, dur, name, coalesce(color, name)"
                + (isNested ? ", depth, dense_rank() OVER (ORDER BY stack) - 1" : "") + " FROM " + qualified()
                + " ORDER BY ts" + (isNested ? ", depth" : "") + ", id";
    }
}
