package traceglass.render.model;

import java.util.Arrays;
import traceglass.analysis.track.SliceData;

/// Finds events in a track's data.
public final class EventLookup {

    private EventLookup() {}

    /// Returns the index of the event with this id, which starts at `ts`, or −1.
    public static int find(SliceData data, long id, long ts) {
        for (int row = 0; row < data.rows(); row++) {
            int i = lowerBound(data.ts(), data.rowStart()[row], data.rowStart()[row + 1], ts);
            for (; i < data.rowStart()[row + 1] && data.ts()[i] == ts; i++) {
                if (data.id()[i] == id) {
                    return i;
                }
            }
        }
        return -1;
    }

    /// Returns the index of the event with this id that starts at `ts`, else of the one that starts before and lasts
    /// until `ts` or longer, or −1.
    public static int findStartOrEnd(SliceData data, long id, long ts) {
        int found = find(data, id, ts);
        for (int row = 0; found < 0 && row < data.rows(); row++) {
            // Events of a row don't overlap, so that only the last one before the time can last until then.
            int last = lowerBound(data.ts(), data.rowStart()[row], data.rowStart()[row + 1], ts) - 1;
            if (last >= data.rowStart()[row] && data.id()[last] == id && data.end()[last] >= ts) {
                found = last;
            }
        }
        return found;
    }

    /// Returns the row of an event.
    public static int rowOf(SliceData data, int event) {
        int row = Arrays.binarySearch(data.rowStart(), event);
        if (row < 0) {
            return -row - 2;
        }
        // Empty rows have the same start as the next row; the event is in the last of them.
        while (row + 1 < data.rowStart().length && data.rowStart()[row + 1] == event) {
            row++;
        }
        return row;
    }

    public static int lowerBound(long[] values, int from, int to, long value) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
