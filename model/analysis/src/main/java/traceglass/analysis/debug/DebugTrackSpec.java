package traceglass.analysis.debug;

/// What is to become tracks: a query, and what its columns mean. Columns are counted from 0; [#NONE] stands for no
/// column.
///
/// @param kind slices or samples of a counter
/// @param title name of the track, or of the group where there are several
/// @param sql one query, in the SQL of a session
/// @param ts start or time, ns
/// @param dur of slices, ns; without it they are instants
/// @param name of slices
/// @param value of samples
/// @param color of slices: what the colour is computed from; without it, the name
/// @param pivot makes one track for each distinct value
/// @param args of slices: an argument set (`args.arg_set_id`), whose arguments are shown with the event
public record DebugTrackSpec(
        Kind kind, String title, String sql, int ts, int dur, int name, int value, int color, int pivot, int args) {

    public static final int NONE = -1;

    /// What the rows become.
    public enum Kind {
        SLICES,
        COUNTER
    }

    public DebugTrackSpec withPivot(int column) {
        return new DebugTrackSpec(kind, title, sql, ts, dur, name, value, color, column, args);
    }
}
