package traceglass.sql.compute;

import java.util.Arrays;

/// Finds the overlaps of intervals of several tables within each partition, with one sweep over the starts for each
/// table after the first.
///
/// An interval is [ts, ts + dur). For overlap, an empty interval counts as one nanosecond long, so that it overlaps the
/// intervals that contain it or start at the same time; the resulting overlap is empty. Takes O(n log n) time for n
/// intervals, and time linear in the overlaps and in the number of open intervals.
public final class IntervalSweep {
    private IntervalSweep() {}

    /// Returns the overlaps: columns partition, ts, end, then the id from each table.
    ///
    /// @param tables each with the columns partition, ts, dur, id, in any order; rows with NULL in the first three
    ///     or a negative dur are ignored
    public static LongRows overlaps(LongRows... tables) {
        LongRows result = initialRows(tables[0]);
        for (int t = 1; t < tables.length; t++) {
            result = pair(result, initialRows(tables[t]));
        }
        return result;
    }

    private static LongRows initialRows(LongRows table) {
        LongRows out = new LongRows(4);
        for (int i = 0; i < table.size(); i++) {
            boolean isComplete = table.get(0, i) != LongRows.NULL
                    && table.get(1, i) != LongRows.NULL
                    && table.get(2, i) != LongRows.NULL
                    && table.get(2, i) >= 0;
            if (isComplete) {
                out.add(table.get(0, i), table.get(1, i), table.get(1, i) + table.get(2, i), table.get(3, i));
            }
        }
        return out;
    }

    /// Returns the overlaps of rows (partition, ts, end, ids…) with rows (partition, ts, end, id).
    private static LongRows pair(LongRows left, LongRows right) {
        int[] l = sorted(left);
        int[] r = sorted(right);
        LongRows out = new LongRows(left.width() + 1);
        long[] row = new long[left.width() + 1];
        int[] openLeft = new int[16];
        int[] openRight = new int[16];
        int leftCount = 0;
        int rightCount = 0;
        int i = 0;
        int j = 0;
        long partition = LongRows.NULL;
        while (i < l.length || j < r.length) {
            boolean isFromLeft = j == r.length || i < l.length && compare(left, l[i], right, r[j]) <= 0;
            LongRows rows = isFromLeft ? left : right;
            int index = isFromLeft ? l[i++] : r[j++];
            if (rows.get(0, index) != partition) {
                partition = rows.get(0, index);
                leftCount = 0;
                rightCount = 0;
            }
            long ts = rows.get(1, index);
            if (isFromLeft) {
                rightCount = removeEnded(right, openRight, rightCount, ts);
                for (int k = 0; k < rightCount; k++) {
                    add(out, row, left, index, right, openRight[k]);
                }
                openLeft = leftCount == openLeft.length ? Arrays.copyOf(openLeft, leftCount * 2) : openLeft;
                openLeft[leftCount++] = index;
            } else {
                leftCount = removeEnded(left, openLeft, leftCount, ts);
                for (int k = 0; k < leftCount; k++) {
                    add(out, row, left, openLeft[k], right, index);
                }
                openRight = rightCount == openRight.length ? Arrays.copyOf(openRight, rightCount * 2) : openRight;
                openRight[rightCount++] = index;
            }
        }
        return out;
    }

    /// Removes the intervals that have ended at a timestamp, and returns the number of those that are still open.
    private static int removeEnded(LongRows rows, int[] indices, int count, long ts) {
        int remaining = 0;
        for (int k = 0; k < count; k++) {
            int index = indices[k];
            if (Math.max(rows.get(2, index), rows.get(1, index) + 1) > ts) {
                indices[remaining++] = index;
            }
        }
        return remaining;
    }

    private static void add(LongRows out, long[] row, LongRows left, int a, LongRows right, int b) {
        row[0] = left.get(0, a);
        row[1] = Math.max(left.get(1, a), right.get(1, b));
        row[2] = Math.min(left.get(2, a), right.get(2, b));
        for (int c = 3; c < left.width(); c++) {
            row[c] = left.get(c, a);
        }
        row[left.width()] = right.get(3, b);
        out.add(row);
    }

    private static int compare(LongRows a, int i, LongRows b, int j) {
        int partitionOrder = Long.compare(a.get(0, i), b.get(0, j));
        return partitionOrder != 0 ? partitionOrder : Long.compare(a.get(1, i), b.get(1, j));
    }

    /// Returns row indices sorted by partition and start. Rows are usually already sorted, which is checked first.
    private static int[] sorted(LongRows rows) {
        int n = rows.size();
        int[] order = new int[n];
        boolean isInOrder = true;
        for (int i = 0; i < n; i++) {
            order[i] = i;
            isInOrder &= i == 0 || compare(rows, i - 1, rows, i) <= 0;
        }
        if (!isInOrder) {
            mergeSort(rows, order, new int[n], 0, n);
        }
        return order;
    }

    private static void mergeSort(LongRows rows, int[] order, int[] spare, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        mergeSort(rows, order, spare, from, middle);
        mergeSort(rows, order, spare, middle, to);
        System.arraycopy(order, from, spare, from, to - from);
        int i = from;
        int j = middle;
        for (int k = from; k < to; k++) {
            boolean isFromLeft = j == to || i < middle && compare(rows, spare[i], rows, spare[j]) <= 0;
            order[k] = isFromLeft ? spare[i++] : spare[j++];
        }
    }
}
