package traceglass.analysis.load;

import java.util.Arrays;
import traceglass.analysis.track.SliceData;

/// Assigns events to rows, so that no two in one row overlap and none is lost, and sorts them in the order of
/// [SliceData].
public final class SliceLayout {

    private SliceLayout() {}

    /// Lays out the events of one track, or lanes: each stays in its requested row. An event that never ended
    /// extends to the next in its row, or to `traceEnd`. Events that overlap nevertheless (in a damaged trace)
    /// move to additional rows below.
    public static SliceData inRows(EventArrays events, long traceEnd) {
        int[] order = sorted(events, events.row);
        long[] end = ends(events, traceEnd);
        cutUnfinished(events, order, end);
        int rows = 0;
        for (int i = 0; i < events.size; i++) {
            rows = Math.max(rows, events.row[i] + 1);
        }
        // Overflow rows are found for each row first, then numbered after all others.
        LaneRows extra = new LaneRows();
        int[] rowOf = events.row.clone();
        int last = -1;
        long lastEnd = Long.MIN_VALUE;
        boolean isMoved = false;
        for (int i : order) {
            if (events.row[i] != last) {
                last = events.row[i];
                lastEnd = Long.MIN_VALUE;
            }
            if (events.ts[i] < lastEnd) {
                rowOf[i] = -1;
                isMoved = true;
            } else {
                lastEnd = end[i];
            }
        }
        if (isMoved) {
            int[] oneRow = new int[events.size];
            for (int i : sorted(events, oneRow)) {
                if (rowOf[i] < 0) {
                    rowOf[i] = rows + extra.occupy(events.ts[i], end[i], 1);
                }
            }
        }
        return build(events, rowOf, end);
    }

    /// Puts instants in one row, including several at the same time.
    static SliceData inOneRow(EventArrays events) {
        return build(events, new int[events.size], events.ts);
    }

    /// Merges the events of several tracks; changes their requested rows. Each slice at depth 0 and its descendants
    /// stay together, and such a stack takes the lowest rows that are free for all of its time.
    public static SliceData merged(EventArrays events, long traceEnd) {
        int n = events.size;
        long[] end = ends(events, traceEnd);
        int[] byTrack = sorted(events, events.track);
        // An unfinished slice must not cover later slices of its track at its depth.
        int depths = 1;
        for (int i = 0; i < n; i++) {
            depths = Math.max(depths, events.row[i] + 1);
        }
        int[] rowOfTrack = new int[n];
        for (int i = 0; i < n; i++) {
            rowOfTrack[i] = events.track[i] * depths + events.row[i];
        }
        cutUnfinished(events, sorted(events, rowOfTrack), end);
        int[] stack = new int[n];
        int stacks = 0;
        long[] stackStart = new long[n];
        long[] stackEnd = new long[n];
        int[] stackHeight = new int[n];
        int track = -1;
        for (int i : byTrack) {
            if (events.track[i] != track || events.row[i] == 0) {
                track = events.track[i];
                stackStart[stacks] = events.ts[i];
                stackEnd[stacks] = Long.MIN_VALUE;
                stacks++;
            }
            int s = stacks - 1;
            stack[i] = s;
            stackEnd[s] = Math.max(stackEnd[s], end[i]);
            stackHeight[s] = Math.max(stackHeight[s], events.row[i] + 1);
        }
        int[] base = new int[stacks];
        LaneRows rows = new LaneRows();
        int[] stackOrder = new int[stacks];
        Arrays.setAll(stackOrder, s -> s);
        sortByStart(stackStart, stackOrder, 0, stacks);
        for (int s : stackOrder) {
            base[s] = rows.occupy(stackStart[s], stackEnd[s], stackHeight[s]);
        }
        for (int i = 0; i < n; i++) {
            events.row[i] += base[stack[i]];
        }
        // In a damaged trace, slices of one depth may still overlap within a stack.
        return inRows(events, traceEnd);
    }

    /// Returns the ends of events for the layout: an instant takes a nanosecond.
    private static long[] ends(EventArrays events, long traceEnd) {
        long[] end = new long[events.size];
        for (int i = 0; i < end.length; i++) {
            long start = events.ts[i];
            long length = events.dur[i];
            long to = length < 0 ? traceEnd : start + length;
            end[i] = Math.max(to, start == Long.MAX_VALUE ? start : start + 1);
        }
        return end;
    }

    private static void cutUnfinished(EventArrays events, int[] order, long[] end) {
        for (int k = 0; k + 1 < order.length; k++) {
            int i = order[k];
            int next = order[k + 1];
            if (events.dur[i] < 0
                    && events.row[i] == events.row[next]
                    && events.track[i] == events.track[next]
                    && events.ts[next] > events.ts[i]) {
                end[i] = Math.min(end[i], events.ts[next]);
            }
        }
    }

    private static SliceData build(EventArrays events, int[] rowOf, long[] end) {
        int n = events.size;
        int[] order = sorted(events, rowOf);
        int rows = 0;
        for (int i = 0; i < n; i++) {
            rows = Math.max(rows, rowOf[i] + 1);
        }
        int[] rowStart = new int[rows + 1];
        for (int i = 0; i < n; i++) {
            rowStart[rowOf[i] + 1]++;
        }
        for (int r = 0; r < rows; r++) {
            rowStart[r + 1] += rowStart[r];
        }
        long[] id = new long[n];
        long[] ts = new long[n];
        long[] to = new long[n];
        int[] name = new int[n];
        int[] color = new int[n];
        byte[] flags = new byte[n];
        for (int k = 0; k < n; k++) {
            int i = order[k];
            id[k] = events.id[i];
            ts[k] = events.ts[i];
            to[k] = events.dur[i] == 0 ? events.ts[i] : end[i];
            name[k] = events.name[i];
            color[k] = events.color[i];
            flags[k] = events.dur[i] < 0 ? SliceData.UNFINISHED : events.dur[i] == 0 ? SliceData.INSTANT : 0;
        }
        String[] names = events.names();
        return new SliceData(rowStart, id, ts, to, name, color, flags, names, events.colors(names));
    }

    /// Returns indexes sorted by key, start, and original order. Keys are small numbers from 0.
    private static int[] sorted(EventArrays events, int[] keys) {
        int n = events.size;
        int buckets = 0;
        for (int i = 0; i < n; i++) {
            buckets = Math.max(buckets, keys[i] + 1);
        }
        int[] from = new int[buckets + 1];
        for (int i = 0; i < n; i++) {
            from[keys[i] + 1]++;
        }
        for (int b = 0; b < buckets; b++) {
            from[b + 1] += from[b];
        }
        int[] next = from.clone();
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[next[keys[i]]++] = i;
        }
        for (int b = 0; b < buckets; b++) {
            sortByStart(events.ts, order, from[b], from[b + 1]);
        }
        return order;
    }

    /// Sorts indexes by start, stably. Events from the store are nearly always already sorted; then this only
    /// checks the order.
    private static void sortByStart(long[] ts, int[] order, int from, int to) {
        int i = from + 1;
        while (i < to && ts[order[i - 1]] <= ts[order[i]]) {
            i++;
        }
        if (i >= to) {
            return;
        }
        Integer[] boxed = new Integer[to - from];
        Arrays.setAll(boxed, k -> order[from + k]);
        Arrays.sort(boxed, (a, b) -> Long.compare(ts[a], ts[b]));
        for (int k = 0; k < boxed.length; k++) {
            order[from + k] = boxed[k];
        }
    }
}
