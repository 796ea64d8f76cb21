package traceglass.sql.compute;

import java.util.Arrays;
import java.util.PriorityQueue;

/// Splits overlapping intervals of each group at all their starts and ends, and aggregates the intervals active
/// in each segment (counts and sums). Empty intervals are points: all points at one time form a segment of
/// their own, without duration, to which the intervals that cover it contribute too.
public final class IntervalFlattening {
    private final LongRows rows;
    private final boolean[] counts;
    private final LongRows out;
    private final long[] line;
    private final Totals live;
    private final Totals points;
    private final PriorityQueue<Integer> open;
    private long previous;

    /// Number of active rows, and the sum of each value with the number of rows that have it.
    private static final class Totals {
        int count;
        final long[] sums;
        final int[] rowsWithValue;

        Totals(int values) {
            sums = new long[values];
            rowsWithValue = new int[values];
        }

        void add(LongRows rows, int row, int sign) {
            count += sign;
            for (int v = 0; v < sums.length; v++) {
                long value = rows.get(v + 3, row);
                if (value != LongRows.NULL) {
                    sums[v] = sign > 0 ? Math.addExact(sums[v], value) : Math.subtractExact(sums[v], value);
                    rowsWithValue[v] += sign;
                }
            }
        }

        void clear() {
            count = 0;
            Arrays.fill(sums, 0);
            Arrays.fill(rowsWithValue, 0);
        }
    }

    private IntervalFlattening(LongRows rows, boolean[] counts) {
        this.rows = rows;
        this.counts = counts;
        out = new LongRows(3 + counts.length);
        line = new long[3 + counts.length];
        live = new Totals(rows.width() - 3);
        points = new Totals(rows.width() - 3);
        open = new PriorityQueue<>((a, b) -> Long.compare(end(a), end(b)));
    }

    /// Returns the segments: columns group, ts, dur, aggregates.
    ///
    /// @param rows columns group, ts, dur, and a value for each sum; in any order. Rows without ts or dur are
    ///     ignored.
    /// @param counts for each aggregate whether it is the number of rows; otherwise it is the sum of the next value
    /// @throws IllegalArgumentException if a ts or dur is negative
    /// @throws ArithmeticException if an end or a sum does not fit
    public static LongRows flatten(LongRows rows, boolean[] counts) {
        return new IntervalFlattening(rows, counts).run();
    }

    private LongRows run() {
        long group = LongRows.NULL;
        long time = Long.MIN_VALUE;
        for (int row : rows.sorted()) {
            if (rows.get(1, row) == LongRows.NULL || rows.get(2, row) == LongRows.NULL) {
                continue;
            }
            long ts = rows.get(1, row);
            if (ts < 0 || rows.get(2, row) < 0) {
                throw new IllegalArgumentException("a row's ts or dur is below zero");
            }
            if (rows.get(0, row) != group) {
                finish(group, time);
                group = rows.get(0, row);
                time = Long.MIN_VALUE;
            }
            if (ts != time) {
                emitPoints(group, time);
                advance(group, ts);
                time = ts;
            }
            if (rows.get(2, row) > 0) {
                Math.addExact(ts, rows.get(2, row));
                open.add(row);
                live.add(rows, row, 1);
            } else {
                points.add(rows, row, 1);
            }
        }
        finish(group, time);
        return out;
    }

    private long end(int row) {
        return rows.get(1, row) + rows.get(2, row);
    }

    private void finish(long group, long time) {
        emitPoints(group, time);
        advance(group, Long.MAX_VALUE);
    }

    /// Emits the segments up to a time, and closes the intervals that end by then.
    private void advance(long group, long time) {
        while (!open.isEmpty() && end(open.peek()) <= time) {
            long end = end(open.peek());
            if (previous < end) {
                emit(group, previous, end - previous, false);
            }
            previous = end;
            while (!open.isEmpty() && end(open.peek()) == end) {
                live.add(rows, open.poll(), -1);
            }
        }
        if (live.count > 0 && previous < time) {
            emit(group, previous, time - previous, false);
        }
        previous = time;
    }

    private void emitPoints(long group, long time) {
        if (points.count > 0) {
            emit(group, time, 0, true);
            points.clear();
        }
    }

    private void emit(long group, long ts, long dur, boolean includesPoints) {
        line[0] = group;
        line[1] = ts;
        line[2] = dur;
        int v = 0;
        for (int a = 0; a < counts.length; a++) {
            if (counts[a]) {
                line[a + 3] = (long) live.count + (includesPoints ? points.count : 0);
            } else {
                int rowsWithValue = live.rowsWithValue[v] + (includesPoints ? points.rowsWithValue[v] : 0);
                long sum = Math.addExact(live.sums[v], includesPoints ? points.sums[v] : 0);
                line[a + 3] = rowsWithValue == 0 ? LongRows.NULL : sum;
                v++;
            }
        }
        out.add(line);
    }
}
