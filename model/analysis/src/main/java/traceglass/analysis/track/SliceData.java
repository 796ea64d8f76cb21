package traceglass.analysis.track;

/// Events with a start, an end and a row: slices, scheduling slices, thread states, and the lanes of a summary.
///
/// Events are grouped by row (`depth` for slices, lane for a summary) and sorted by start within it; the events of row
/// `d` are those from `rowStart[d]` to `rowStart[d + 1]`. Events in one row do not overlap: events that overlap at the
/// depth recorded in the trace are moved to additional rows.
///
/// @param rowStart length is the number of rows + 1
/// @param id id in the table of the kind of track
/// @param ts start, ns
/// @param end end, ns; the end of the trace if it never ended
/// @param name label, an index into `names`
/// @param color index into `colorKeys`: the color is derived from this text (slice name, process name, state)
/// @param flags bits: [#UNFINISHED], [#INSTANT]
/// @param names distinct labels
/// @param colorKeys distinct color keys; may be the same array as `names`
public record SliceData(
        int[] rowStart,
        long[] id,
        long[] ts,
        long[] end,
        int[] name,
        int[] color,
        byte[] flags,
        String[] names,
        String[] colorKeys)
        implements TrackData {

    /// Contains no events.
    public static final SliceData NONE = new SliceData(
            new int[] {0},
            new long[0],
            new long[0],
            new long[0],
            new int[0],
            new int[0],
            new byte[0],
            new String[0],
            new String[0]);

    /// The event never ended: drawn to the edge with a fade.
    public static final byte UNFINISHED = 1;
    /// The event has no duration: drawn as a diamond.
    public static final byte INSTANT = 2;

    @Override
    public int size() {
        return ts.length;
    }

    public int rows() {
        return rowStart.length - 1;
    }
}
