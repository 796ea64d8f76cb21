package traceglass.analysis.slices.sums;

import java.util.Arrays;

/// Indexes of slices sorted by start, across runs, to find those at a given time without scanning all; 4 bytes for
/// each slice. Immutable.
public final class TimeOrder {

    /// Number of slices, or of groups of slices, that are skipped together if all of them end too early.
    private static final int GROUP_SIZE = 64;

    private final EventRuns slices;
    private final int[] indexes;
    /// Latest end of each [#GROUP_SIZE] slices, then of each [#GROUP_SIZE] of these, and so on up to one.
    private final long[][] latest;

    private TimeOrder(EventRuns slices, int[] indexes, long[][] latest) {
        this.slices = slices;
        this.indexes = indexes;
        this.latest = latest;
    }

    /// @param sorted indexes of all slices in an order that is mostly by time; sorted by time in place
    static TimeOrder of(EventRuns slices, int[] sorted) {
        long[] ts = new long[sorted.length];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = slices.ts[sorted[i]];
        }
        int[] order = EventRuns.order(ts, 0, ts.length);
        if (order != null) {
            EventRuns.permute(sorted, 0, order);
        }
        int levels = 1;
        for (long n = GROUP_SIZE; n < sorted.length; n *= GROUP_SIZE) {
            levels++;
        }
        long[][] latest = new long[levels][];
        for (int l = 0; l < levels; l++) {
            int count = l == 0 ? sorted.length : latest[l - 1].length;
            long[] level = new long[(count + GROUP_SIZE - 1) / GROUP_SIZE];
            Arrays.fill(level, Long.MIN_VALUE);
            for (int i = 0; i < count; i++) {
                level[i / GROUP_SIZE] =
                        Math.max(level[i / GROUP_SIZE], l == 0 ? slices.end[sorted[i]] : latest[l - 1][i]);
            }
            latest[l] = level;
        }
        return new TimeOrder(slices, sorted, latest);
    }

    /// Returns the indexes of all slices that start at or before `to`, and end at or after `from`.
    ///
    /// @return null if there are more than `max`
    public int[] overlapping(long from, long to, int max) {
        int until = firstAfter(to);
        // Slices that start in between are all included: if these are too many, no search is necessary.
        if (until - firstAfter(from - 1) > max) {
            return null;
        }
        int[] matches = new int[Math.min(1024, Math.max(1, max))];
        int n = 0;
        int i = 0;
        while (i < until) {
            int level = latest.length - 1;
            int width = 1;
            // The widest group that starts here and ends too early.
            int count = 0;
            for (int l = 0; l <= level; l++) {
                width *= GROUP_SIZE;
                if (i % width != 0 || latest[l][i / width] >= from) {
                    break;
                }
                count = width;
            }
            if (count > 0) {
                if (count > until - i) {
                    break;
                }
                i += count;
                continue;
            }
            if (slices.end[indexes[i]] >= from) {
                if (n == max) {
                    return null;
                }
                if (n == matches.length) {
                    matches = Arrays.copyOf(matches, (int) Math.min(max, n * 2L));
                }
                matches[n++] = indexes[i];
            }
            i++;
        }
        return Arrays.copyOf(matches, n);
    }

    private int firstAfter(long ts) {
        int low = 0;
        int high = indexes.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (slices.ts[indexes[middle]] <= ts) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
