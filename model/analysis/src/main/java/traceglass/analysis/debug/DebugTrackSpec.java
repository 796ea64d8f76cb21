package traceglass.analysis.debug;

/// Definition of debug tracks: a query and the roles of its columns. Columns are 0-based indexes; [#NONE] means no
/// column.
///
/// @param kind slices or counter samples
/// @param title name of the track, or of the group if there are several
/// @param sql one query, in the SQL of a session
/// @param ts column of the start or time, ns
/// @param dur column of the durations of slices, ns; without it they are instants
/// @param name column of the names of slices
/// @param value column of the values of samples
/// @param color column that the colors of slices are derived from; without it, the name
/// @param pivot column whose distinct values become separate tracks
/// @param args column of the argument sets (`args.arg_set_id`) whose arguments are shown with slices
public record DebugTrackSpec(
        Kind kind, String title, String sql, int ts, int dur, int name, int value, int color, int pivot, int args) {

    public static final int NONE = -1;

    /// Kind of event that the rows become.
    public enum Kind {
        SLICES,
        COUNTER
    }

    public DebugTrackSpec withPivot(int column) {
        return new DebugTrackSpec(kind, title, sql, ts, dur, name, value, color, column, args);
    }
}
