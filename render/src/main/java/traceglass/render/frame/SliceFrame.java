package traceglass.render.frame;

/// Boxes of a slice track, grouped by row as in `SliceData`, ascending and without overlap within a row. A box is one
/// event, or a run of adjacent events that are too narrow to be shown separately.
///
/// @param from first nanosecond
/// @param to end, exclusive
/// @param resolutionNs width of a pixel
/// @param rowStart boxes of row `d` are those from `rowStart[d]` to `rowStart[d + 1]`
/// @param start start of the box, ns
/// @param end end of the box, ns; equal to `start` for instants
/// @param argb color; for a run, the duration-weighted mean
/// @param first index of its first event
/// @param count number of events in it
/// @param kind [#BOX], [#INSTANT], [#LINE] or [#UNFINISHED]
public record SliceFrame(
        long from,
        long to,
        long resolutionNs,
        int[] rowStart,
        long[] start,
        long[] end,
        int[] argb,
        int[] first,
        int[] count,
        byte[] kind)
        implements TrackFrame {

    public static final byte BOX = 0;
    public static final byte INSTANT = 1;
    /// Inactivity (a sleeping thread), drawn as a thin line.
    public static final byte LINE = 2;
    public static final byte UNFINISHED = 3;

    public int rows() {
        return rowStart.length - 1;
    }

    public int size() {
        return start.length;
    }

    /// Returns the first box of a row that ends after `ts`, or the end of the row.
    public int firstEndingAfter(int row, long ts) {
        int low = rowStart[row];
        int high = rowStart[row + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (end[middle] <= ts && !(kind[middle] == INSTANT && start[middle] >= ts)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Returns the first box of a row that starts after `ts`, or the end of the row.
    public int firstStartingAfter(int row, long ts) {
        int low = rowStart[row];
        int high = rowStart[row + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (start[middle] <= ts) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
