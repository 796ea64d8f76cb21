package traceglass.analysis.slices.sums;

import java.util.Arrays;

/// Events grouped in runs: the events of a run are adjacent and sorted by start, so that sums over a range read memory
/// sequentially. 16 bytes for each event. Immutable once filled.
public final class EventRuns {

    /// Number of events that are skipped at once if none of them reaches into the range.
    static final int BLOCK_SIZE = 128;
    private static final int NEAR = 64;

    /// Start of each run, followed by the end of the last.
    final int[] first;
    /// Starts, ns.
    public final long[] ts;
    /// Ends, ns; [SliceArrays#NEVER_ENDED] for events that never ended.
    public final long[] end;
    private long[] latestEnd;
    /// Sum, minimum and maximum of the durations of each block. Events that never ended have a duration too, up to
    /// `Long.MAX_VALUE`; blocks whose sums are used contain none of them, and sums may overflow as long as the same
    /// values are subtracted again.
    private long[] sums;
    private long[] shortest;
    private long[] longest;
    /// Run of every [#NEAR]th event, from the first.
    private int[] runAt;

    /// @param counts number of events of each run
    EventRuns(int[] counts) {
        first = new int[counts.length + 1];
        for (int r = 0; r < counts.length; r++) {
            first[r + 1] = Math.addExact(first[r], counts[r]);
        }
        ts = new long[first[counts.length]];
        end = new long[ts.length];
    }

    /// Completes the structure; called when all events are in place and sorted.
    void computeBlocks() {
        latestEnd = new long[ts.length / BLOCK_SIZE + 1];
        sums = new long[latestEnd.length];
        shortest = new long[latestEnd.length];
        longest = new long[latestEnd.length];
        Arrays.fill(latestEnd, Long.MIN_VALUE);
        Arrays.fill(shortest, Long.MAX_VALUE);
        Arrays.fill(longest, Long.MIN_VALUE);
        for (int i = 0; i < ts.length; i++) {
            int b = i / BLOCK_SIZE;
            latestEnd[b] = Math.max(latestEnd[b], end[i]);
            sums[b] += end[i] - ts[i];
            shortest[b] = Math.min(shortest[b], end[i] - ts[i]);
            longest[b] = Math.max(longest[b], end[i] - ts[i]);
        }
        runAt = new int[ts.length / NEAR + 1];
        int run = 0;
        for (int i = 0; i < ts.length; i += NEAR) {
            while (first[run + 1] <= i) {
                run++;
            }
            runAt[i / NEAR] = run;
        }
    }

    /// Sums of the events of a run within a range.
    static final class Sum {
        long count;
        /// ns
        long total;
        /// ns; [Long#MAX_VALUE] if there are none
        long min;
        /// ns; [Long#MIN_VALUE] if there are none
        long max;

        private void add(long part) {
            total += part;
            min = Math.min(min, part);
            max = Math.max(max, part);
        }
    }

    /// Sums up the parts of a run's events within a range. Blocks entirely within the range are added without
    /// reading their events.
    void sum(int run, long start, long until, Sum sum) {
        int lo = firstFrom(run, start);
        int hi = firstFrom(run, until);
        sum.count = hi - lo;
        sum.total = 0;
        sum.min = Long.MAX_VALUE;
        sum.max = Long.MIN_VALUE;
        for (int i = nextReaching(first[run], lo, start); i < lo; i = nextReaching(i + 1, lo, start)) {
            sum.count++;
            sum.add(Math.min(end[i], until) - start);
        }
        int i = lo;
        while (i < hi) {
            int next = Math.min(hi, (i / BLOCK_SIZE + 1) * BLOCK_SIZE);
            int b = i / BLOCK_SIZE;
            if (next - i == BLOCK_SIZE && latestEnd[b] <= until) {
                sum.total += sums[b];
                sum.min = Math.min(sum.min, shortest[b]);
                sum.max = Math.max(sum.max, longest[b]);
            } else {
                for (int e = i; e < next; e++) {
                    sum.add(Math.min(end[e], until) - ts[e]);
                }
            }
            i = next;
        }
    }

    /// Returns the run of the event at this index.
    int runOf(int index) {
        int run = runAt[index / NEAR];
        while (first[run + 1] <= index) {
            run++;
        }
        return run;
    }

    int runs() {
        return first.length - 1;
    }

    int size() {
        return ts.length;
    }

    /// Returns the first event of a run that starts at or after `time`, or the end of the run.
    int firstFrom(int run, long time) {
        int low = first[run];
        int high = first[run + 1];
        if (low == high || ts[low] >= time) {
            return low;
        }
        if (ts[high - 1] < time) {
            return high;
        }
        while (low < high) {
            int middle = low + high >>> 1;
            if (ts[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Returns the first event from `i` up to, but not including, `to` that ends after `time`; or `to`.
    int nextReaching(int i, int to, long time) {
        int next = i;
        while (next < to) {
            if (next % BLOCK_SIZE == 0 && latestEnd[next / BLOCK_SIZE] <= time) {
                next += BLOCK_SIZE;
            } else if (end[next] > time) {
                return next;
            } else {
                next++;
            }
        }
        return to;
    }

    /// Returns the order of events by start; null if they are already sorted. The sort is stable.
    ///
    /// @return indexes from 0 for the events `from` to `to`
    static int[] order(long[] ts, int from, int to) {
        boolean isSorted = true;
        for (int i = from + 1; i < to && isSorted; i++) {
            isSorted = ts[i - 1] <= ts[i];
        }
        if (isSorted) {
            return null;
        }
        int n = to - from;
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        int[] other = new int[n];
        // Merge sorted runs until one is left.
        while (true) {
            int runCount = 0;
            int position = 0;
            while (position < n) {
                int middle = endOfRun(ts, from, order, position);
                int last = middle < n ? endOfRun(ts, from, order, middle) : n;
                merge(ts, from, order, position, middle, last, other);
                position = last;
                runCount++;
            }
            int[] swap = order;
            order = other;
            other = swap;
            if (runCount == 1) {
                return order;
            }
        }
    }

    private static int endOfRun(long[] ts, int from, int[] order, int position) {
        int i = position + 1;
        while (i < order.length && ts[from + order[i - 1]] <= ts[from + order[i]]) {
            i++;
        }
        return i;
    }

    private static void merge(long[] ts, int from, int[] order, int position, int middle, int last, int[] out) {
        int a = position;
        int b = middle;
        for (int i = position; i < last; i++) {
            out[i] = b >= last || a < middle && ts[from + order[a]] <= ts[from + order[b]] ? order[a++] : order[b++];
        }
    }

    static void permute(long[] values, int from, int[] order) {
        long[] copy = new long[order.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = values[from + order[i]];
        }
        System.arraycopy(copy, 0, values, from, copy.length);
    }

    static void permute(int[] values, int from, int[] order) {
        int[] copy = new int[order.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = values[from + order[i]];
        }
        System.arraycopy(copy, 0, values, from, copy.length);
    }
}
