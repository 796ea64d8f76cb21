package traceglass.analysis.load;

import java.util.Arrays;

/// Rows that are filled from the earliest event to the latest. A free row is found in logarithmic time, so that
/// layouts with as many rows as events, where all overlap, are fast as well.
final class LaneRows {

    /// Segment tree of the times from which rows are free: each node holds the minimum of its two children, the
    /// root is at index 1, and row `i` is at `leaves + i`.
    private long[] free = filledWithFree(16);
    private int leaves = 8;
    private int count;

    /// Occupies the lowest `height` adjacent rows that are free from `start` on until `end`, and returns the first.
    int occupy(long start, long end, int height) {
        int first = height == 1 ? firstFree(start) : firstFreeRun(start, height);
        while (first + height > leaves) {
            grow();
        }
        count = Math.max(count, first + height);
        for (int row = first; row < first + height; row++) {
            set(row, Math.max(end, start));
        }
        return first;
    }

    /// Returns the lowest row that is free at a time; the one after all others if none is.
    private int firstFree(long start) {
        if (free[1] > start) {
            return leaves;
        }
        int index = 1;
        while (index < leaves) {
            index = free[2 * index] <= start ? 2 * index : 2 * index + 1;
        }
        return index - leaves;
    }

    private int firstFreeRun(long start, int height) {
        int run = 0;
        int row = 0;
        for (; run < height; row++) {
            run = row >= count || free[leaves + row] <= start ? run + 1 : 0;
        }
        return row - height;
    }

    private void set(int row, long until) {
        int index = leaves + row;
        free[index] = until;
        for (index /= 2; index >= 1; index /= 2) {
            free[index] = Math.min(free[2 * index], free[2 * index + 1]);
        }
    }

    private void grow() {
        long[] old = Arrays.copyOfRange(free, leaves, 2 * leaves);
        leaves *= 2;
        free = filledWithFree(2 * leaves);
        System.arraycopy(old, 0, free, leaves, old.length);
        for (int index = leaves - 1; index >= 1; index--) {
            free[index] = Math.min(free[2 * index], free[2 * index + 1]);
        }
    }

    /// Returns rows that have never been used: they are free at any time.
    private static long[] filledWithFree(int length) {
        long[] created = new long[length];
        Arrays.fill(created, Long.MIN_VALUE);
        return created;
    }
}
