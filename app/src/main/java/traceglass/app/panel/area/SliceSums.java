package traceglass.app.panel.area;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/// Sums up the slices of some tracks within a range, run by run, on all cores. Everything is exact, also for what the edges cut.
/// Rows of any kind are made of these by [#grouped].
final class SliceSums {

    /// The shares that quantiles are of, in order.
    static final double[] SHARES = {.5, .9, .95, .99};
    /// Parts that the work is divided into; more than there are cores, since some take longer.
    private static final int PARTS = 64;

    /// Sums of each run or, in what [#grouped] returns, of each group.
    final long[] count;
    final long[] total;
    final long[] self;
    final long[] min;
    final long[] max;
    /// Quantiles of [#SHARES], one after the other for each group; see [#fillQuantiles].
    final double[] quantiles;

    private final SliceArrays slices;
    private final long start;
    private final long end;
    /// The sums of the runs that these are made of, and the group of each run; of the runs themselves null.
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
        quantiles = runs == null ? new double[0] : new double[size * SHARES.length];
    }

    /// Sums up each run of some tracks.
    ///
    /// @param tracks `track_id`s
    static SliceSums of(SliceArrays slices, long start, long end, Set<Long> tracks) {
        SliceSums sums = new SliceSums(slices, start, end, slices.runs.size(), null, null);
        int[] borders = borders(slices.own);
        IntStream.range(0, borders.length - 1).parallel().forEach(p -> {
            long last = -1;
            boolean wanted = false;
            for (int run = borders[p]; run < borders[p + 1]; run++) {
                long track = slices.runs.get(run).track();
                if (track != last || run == borders[p]) {
                    wanted = tracks.contains(track);
                    last = track;
                }
                if (wanted) {
                    sums.add(run);
                }
            }
        });
        for (SliceArrays.Stray s : slices.strays) {
            if (tracks.contains(s.track()) && tracks.contains(slices.runs.get(s.run()).track()) && sums.isIn(s.ts(), s.end()) && sums.isIn(s.parentTs(), s.parentEnd())) {
                sums.self[s.run()] -= Math.min(s.end(), end) - Math.max(s.ts(), start);
            }
        }
        return sums;
    }

    private boolean isIn(long ts, long until) {
        return ts < end && (ts >= start || until > start);
    }

    /// Divides the runs into parts with about as many slices.
    private static int[] borders(Runs runs) {
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

    private void add(int run) {
        Runs own = slices.own;
        long[] ts = own.ts;
        long[] ends = own.end;
        int lo = own.firstFrom(run, start);
        int hi = own.firstFrom(run, end);
        int n = hi - lo;
        long sum = 0;
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int i = own.nextReaching(own.first[run], lo, start); i < lo; i = own.nextReaching(i + 1, lo, start)) {
            long part = Math.min(ends[i], end) - start;
            n++;
            sum += part;
            least = Math.min(least, part);
            most = Math.max(most, part);
        }
        for (int i = lo; i < hi; i++) {
            long part = Math.min(ends[i], end) - ts[i];
            sum += part;
            least = Math.min(least, part);
            most = Math.max(most, part);
        }
        count[run] = n;
        total[run] = sum;
        self[run] = n == 0 ? 0 : sum - ofChildren(run);
        min[run] = least;
        max[run] = most;
    }

    private long ofChildren(int run) {
        Runs children = slices.children;
        if (children.first[run] == children.first[run + 1]) {
            return 0;
        }
        long[] ts = children.ts;
        long[] ends = children.end;
        int lo = children.firstFrom(run, start);
        int hi = children.firstFrom(run, end);
        long sum = 0;
        for (int i = children.nextReaching(children.first[run], lo, start); i < lo; i = children.nextReaching(i + 1, lo, start)) {
            sum += Math.min(ends[i], end) - start;
        }
        for (int i = lo; i < hi; i++) {
            sum += Math.min(ends[i], end) - ts[i];
        }
        return sum;
    }

    /// Adds up runs. Quantiles are not there yet.
    ///
    /// @param group of each run, from 0
    SliceSums grouped(int[] group, int groups) {
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

    /// How many slices there are in all groups.
    long size() {
        return Arrays.stream(count).sum();
    }

    /// Lays the lengths of each group side by side and picks its quantiles.
    ///
    /// @param most how many lengths of a group are looked at, about; those are spread over it. With [Integer#MAX_VALUE] quantiles are exact
    /// @return whether they are, because no group has more
    boolean fillQuantiles(int most) {
        int groups = count.length;
        int[] step = new int[groups];
        for (int g = 0; g < groups; g++) {
            step[g] = (int) Math.max(1, count[g] / most);
        }
        boolean all = Arrays.stream(step).allMatch(n -> n == 1);
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
        int[] at = Arrays.copyOf(first, groups);
        for (int run = 0; run < groupOf.length; run++) {
            if (runs.count[run] > 0) {
                runFirst[run] = at[groupOf[run]];
                at[groupOf[run]] += (int) ((runs.count[run] + step[groupOf[run]] - 1) / step[groupOf[run]]);
            }
        }
        long[] lengths = new long[first[groups]];
        int[] borders = borders(slices.own);
        IntStream.range(0, borders.length - 1).parallel().forEach(p -> {
            for (int run = borders[p]; run < borders[p + 1]; run++) {
                if (runs.count[run] > 0) {
                    lay(run, lengths, runFirst[run], step[groupOf[run]]);
                }
            }
        });
        IntStream.range(0, groups).parallel().forEach(g -> {
            if (first[g + 1] > first[g]) {
                double[] found = new double[SHARES.length];
                Quantiles.of(lengths, first[g], first[g + 1], SHARES, found);
                System.arraycopy(found, 0, quantiles, g * SHARES.length, found.length);
            }
        });
        return all;
    }

    /// @param step of how many slices one is kept
    private void lay(int run, long[] lengths, int to, int step) {
        Runs own = slices.own;
        int lo = own.firstFrom(run, start);
        int hi = own.firstFrom(run, end);
        int next = to;
        int passed = 0;
        for (int i = own.nextReaching(own.first[run], lo, start); i < lo; i = own.nextReaching(i + 1, lo, start)) {
            if (passed-- == 0) {
                lengths[next++] = Math.min(own.end[i], end) - start;
                passed = step - 1;
            }
        }
        for (int i = lo + passed; i < hi; i += step) {
            lengths[next++] = Math.min(own.end[i], end) - own.ts[i];
        }
    }
}
