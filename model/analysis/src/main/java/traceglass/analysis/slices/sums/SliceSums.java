package traceglass.analysis.slices.sums;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Sums of the slices of some tracks within a range, by run, computed on all cores. All sums are exact, including
/// slices cut by the edges. [#sumGroups] derives the rows of any grouping.
public final class SliceSums {

    /// Shares of the quantiles, ascending.
    public static final double[] SHARES = {.5, .9, .95, .99};
    /// Number of parts of the work; more than there are cores, because some take longer.
    private static final int PARTS = 64;
    /// If an edge passes more than one in this many slices, sums are computed from scratch.
    static final int REBUILD_FRACTION = 8;
    /// If fewer than one in this many slices overlap a range, only their runs are summed.
    static final int SPARSE_FRACTION = 32;

    /// Sums of each run or, in the result of [#sumGroups], of each group.
    public final long[] count;
    public final long[] total;
    public final long[] self;
    public final long[] min;
    public final long[] max;
    /// Quantiles of [#SHARES], consecutive for each group; see [#fillQuantiles]. Null until computed.
    public double[] quantiles;

    private final SliceArrays slices;
    private final long start;
    private final long end;
    /// Sums of the runs that these are derived from, and the group of each run; null for the runs themselves.
    private final SliceSums runs;
    private final int[] groupOf;

    private SliceSums(SliceArrays slices, long start, long end, int size, SliceSums runs, int[] groupOf) {
        this.slices = slices;
        this.start = start;
        this.end = end;
        this.runs = runs;
        this.groupOf = groupOf;
        count = new long[size];
        total = new long[size];
        self = new long[size];
        min = new long[size];
        max = new long[size];
        Arrays.fill(min, Long.MAX_VALUE);
        Arrays.fill(max, Long.MIN_VALUE);
    }

    /// Copies sums of runs for another range, in which the sums of changed runs are replaced.
    private SliceSums(SliceArrays slices, long start, long end, SliceSums source) {
        this.slices = slices;
        this.start = start;
        this.end = end;
        runs = null;
        groupOf = null;
        count = source.count.clone();
        total = source.total.clone();
        self = source.self.clone();
        min = source.min.clone();
        max = source.max.clone();
    }

    /// Sums up each run of some tracks.
    ///
    /// @param tracks `track_id`s
    public static SliceSums of(SliceArrays slices, long start, long end, Set<Long> tracks) {
        SliceSums sums = new SliceSums(slices, start, end, slices.runs.size(), null, null);
        IntPredicate isSelected = slices.isOnTracks(tracks);
        int[] candidates = slices.order.overlapping(start, end, slices.size() / SPARSE_FRACTION);
        if (candidates != null) {
            BitSet touched = new BitSet(slices.runs.size());
            for (int index : candidates) {
                touched.set(slices.byRun.runOf(index));
            }
            touched.stream().parallel().filter(isSelected).forEach(run -> sums.add(run, new EventRuns.Sum()));
        } else {
            int[] borders = borders(slices.byRun);
            IntStream.range(0, borders.length - 1).parallel().forEach(p -> {
                EventRuns.Sum sum = new EventRuns.Sum();
                for (int run = borders[p]; run < borders[p + 1]; run++) {
                    if (isSelected.test(run)) {
                        sums.add(run, sum);
                    }
                }
            });
        }
        slices.strays.forEach(s -> sums.subtract(s, tracks));
        return sums;
    }

    /// Returns the sums of the same runs in another range; only runs with events that an edge passed are summed
    /// again.
    ///
    /// @param tracks the tracks that these sums are for
    /// @return null if the edges passed so many events that computing from scratch is faster
    public SliceSums moveRange(long newStart, long newEnd, Set<Long> tracks) {
        BitSet touched = new BitSet(count.length);
        if (!markChangedRuns(start, newStart, touched) || !markChangedRuns(end, newEnd, touched)) {
            return null;
        }
        SliceSums sums = new SliceSums(slices, newStart, newEnd, this);
        touched.stream()
                .parallel()
                .filter(slices.isOnTracks(tracks))
                .forEach(run -> sums.add(run, new EventRuns.Sum()));
        for (SliceArrays.Stray s : slices.strays) {
            if (touched.get(s.run())) {
                sums.subtract(s, tracks);
            }
        }
        return sums;
    }

    /// Marks the runs whose sums change when an edge moves. Returns false if there are too many.
    private boolean markChangedRuns(long from, long to, BitSet runs) {
        long low = Math.min(from, to);
        long high = Math.max(from, to);
        if (low == high) {
            return true;
        }
        int[] indexes = slices.order.overlapping(low, high, slices.size() / REBUILD_FRACTION);
        if (indexes == null) {
            return false;
        }
        for (int index : indexes) {
            runs.set(slices.byRun.runOf(index));
        }
        for (SliceArrays.Stray s : slices.strays) {
            if (s.ts() <= high && s.end() >= low || s.parentTs() <= high && s.parentEnd() >= low) {
                runs.set(s.run());
            }
        }
        return true;
    }

    private void subtract(SliceArrays.Stray s, Set<Long> tracks) {
        if (tracks.contains(s.track())
                && tracks.contains(slices.runs.get(s.run()).track())
                && isInRange(s.ts(), s.end())
                && isInRange(s.parentTs(), s.parentEnd())) {
            self[s.run()] -= Math.min(s.end(), end) - Math.max(s.ts(), start);
        }
    }

    private boolean isInRange(long ts, long until) {
        return ts < end && (ts >= start || until > start);
    }

    /// Divides the runs into parts with about equal numbers of slices.
    private static int[] borders(EventRuns runs) {
        int[] borders = new int[PARTS + 1];
        int run = 0;
        for (int p = 1; p < PARTS; p++) {
            long from = (long) runs.size() * p / PARTS;
            while (run < runs.runs() && runs.first[run] < from) {
                run++;
            }
            borders[p] = run;
        }
        borders[PARTS] = runs.runs();
        return borders;
    }

    private void add(int run, EventRuns.Sum sum) {
        slices.byRun.sum(run, start, end, sum);
        count[run] = sum.count;
        total[run] = sum.total;
        min[run] = sum.min;
        max[run] = sum.max;
        self[run] = 0;
        if (sum.count > 0) {
            long all = sum.total;
            slices.children.sum(run, start, end, sum);
            self[run] = all - sum.total;
        }
    }

    /// Adds up runs to groups, without quantiles.
    ///
    /// @param group group of each run, from 0
    public SliceSums sumGroups(int[] group, int groups) {
        SliceSums sums = new SliceSums(slices, start, end, groups, this, group);
        for (int run = 0; run < count.length; run++) {
            if (count[run] > 0) {
                int g = group[run];
                sums.count[g] += count[run];
                sums.total[g] += total[run];
                sums.self[g] += self[run];
                sums.min[g] = Math.min(sums.min[g], min[run]);
                sums.max[g] = Math.max(sums.max[g], max[run]);
            }
        }
        return sums;
    }

    /// Returns the number of slices in all groups.
    public long size() {
        return Arrays.stream(count).sum();
    }

    /// Collects the durations of each group and computes its quantiles.
    ///
    /// @param max approximate maximum number of durations of a group to use, evenly sampled. With
    ///     [Integer#MAX_VALUE] quantiles are exact
    /// @return whether they are exact because no group has more
    public boolean fillQuantiles(int max) {
        int groups = count.length;
        int[] step = new int[groups];
        for (int g = 0; g < groups; g++) {
            step[g] = (int) Math.max(1, count[g] / max);
        }
        boolean isConsecutive = Arrays.stream(step).allMatch(n -> n == 1);
        int[] runFirst = new int[groupOf.length];
        int[] first = new int[groups + 1];
        for (int run = 0; run < groupOf.length; run++) {
            if (runs.count[run] > 0) {
                first[groupOf[run] + 1] += (int) ((runs.count[run] + step[groupOf[run]] - 1) / step[groupOf[run]]);
            }
        }
        for (int g = 0; g < groups; g++) {
            first[g + 1] = Math.addExact(first[g], first[g + 1]);
        }
        int[] positions = Arrays.copyOf(first, groups);
        for (int run = 0; run < groupOf.length; run++) {
            if (runs.count[run] > 0) {
                runFirst[run] = positions[groupOf[run]];
                positions[groupOf[run]] += (int) ((runs.count[run] + step[groupOf[run]] - 1) / step[groupOf[run]]);
            }
        }
        long[] lengths = new long[first[groups]];
        quantiles = new double[groups * SHARES.length];
        int[] borders = borders(slices.byRun);
        IntStream.range(0, borders.length - 1).parallel().forEach(p -> {
            for (int run = borders[p]; run < borders[p + 1]; run++) {
                if (runs.count[run] > 0) {
                    copyDurations(run, lengths, runFirst[run], step[groupOf[run]]);
                }
            }
        });
        IntStream.range(0, groups).parallel().forEach(g -> {
            if (first[g + 1] > first[g]) {
                double[] found = new double[SHARES.length];
                Quantiles.compute(lengths, first[g], first[g + 1], SHARES, found);
                System.arraycopy(found, 0, quantiles, g * SHARES.length, found.length);
            }
        });
        return isConsecutive;
    }

    /// @param step one of this many slices is used
    private void copyDurations(int run, long[] lengths, int to, int step) {
        EventRuns byRun = slices.byRun;
        int lo = byRun.firstFrom(run, start);
        int hi = byRun.firstFrom(run, end);
        int next = to;
        int count = 0;
        for (int i = byRun.nextReaching(byRun.first[run], lo, start);
                i < lo;
                i = byRun.nextReaching(i + 1, lo, start)) {
            if (count-- == 0) {
                lengths[next++] = Math.min(byRun.end[i], end) - start;
                count = step - 1;
            }
        }
        for (int i = lo + count; i < hi; i += step) {
            lengths[next++] = Math.min(byRun.end[i], end) - byRun.ts[i];
        }
    }
}
