package traceglass.analysis.slices.sums;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Slices of each group sorted by duration, with a bit set of those entirely within a range, from which quantiles are
/// selected without sorting again. If an edge of the range moves, only the slices it passed are updated. About 8 bytes
/// for each slice. Thread-safe; calls are serialized.
public final class DurationRanks {

    /// Number of bits that are counted together.
    private static final int BLOCK_SIZE = 4096;
    private static final int WORDS = BLOCK_SIZE / 64;
    /// If an edge cuts more slices, the direct computation is faster.
    private static final int MAX_CUT = 200_000;
    /// Number of bits below which they are read one by one.
    private static final int MAX_BITS_TO_SCAN = 16;

    private final SliceArrays slices;
    private final int[] groupOf;
    /// First rank of each group, followed by the number of all ranks.
    private final int[] first;
    /// Slice of each rank, and rank of each slice.
    private final int[] sliceAt;
    private final int[] rankOf;
    /// Bit set by rank: whether the slice is entirely within the range.
    private final long[] inside;
    private final int[] blocks;
    /// Number of bits of each group that are set.
    private final int[] wholeSlices;
    private final double[] quantiles;
    private Set<Long> tracks;
    private IntPredicate isOnTrack;
    private long start;
    private long end;

    /// Part of a slice within the range.
    private record Cut(int group, long ns) {}

    private DurationRanks(SliceArrays slices, int[] groupOf, int[] first) {
        this.slices = slices;
        this.groupOf = groupOf;
        this.first = first;
        sliceAt = new int[slices.size()];
        rankOf = new int[slices.size()];
        inside = new long[slices.size() / 64 + 1];
        blocks = new int[slices.size() / BLOCK_SIZE + 1];
        wholeSlices = new int[first.length - 1];
        quantiles = new double[wholeSlices.length * SliceSums.SHARES.length];
    }

    /// Sorts the slices of each group; takes about a second for ten million.
    ///
    /// @param groupOf group of each run
    /// @param stopped whether the result is no longer needed
    /// @return null if stopped, or if it needs too much memory
    public static DurationRanks of(SliceArrays slices, int[] groupOf, int groups, BooleanSupplier stopped) {
        if (slices.size() * 24L > Runtime.getRuntime().maxMemory() / 4) {
            return null;
        }
        int[] first = new int[groups + 1];
        for (int run = 0; run < groupOf.length; run++) {
            first[groupOf[run] + 1] += slices.byRun.first[run + 1] - slices.byRun.first[run];
        }
        for (int g = 0; g < groups; g++) {
            first[g + 1] += first[g];
        }
        DurationRanks ranked = new DurationRanks(slices, groupOf, first);
        int[] next = first.clone();
        for (int run = 0; run < groupOf.length; run++) {
            for (int index = slices.byRun.first[run]; index < slices.byRun.first[run + 1]; index++) {
                ranked.sliceAt[next[groupOf[run]]++] = index;
            }
        }
        IntStream.range(0, groups).parallel().forEach(g -> {
            if (!stopped.getAsBoolean()) {
                ranked.order(g);
            }
        });
        return stopped.getAsBoolean() ? null : ranked;
    }

    private void order(int group) {
        int from = first[group];
        int n = first[group + 1] - from;
        long[] keys = new long[n];
        long longest = 0;
        for (int i = 0; i < n; i++) {
            keys[i] = length(sliceAt[from + i]);
            longest = Math.max(longest, keys[i]);
        }
        int bits = 64 - Long.numberOfLeadingZeros(n);
        int[] indexes = Arrays.copyOfRange(sliceAt, from, from + n);
        if (Long.numberOfLeadingZeros(longest) > bits) {
            for (int i = 0; i < n; i++) {
                keys[i] = keys[i] << bits | i;
            }
            if (n > 1 << 20) {
                Arrays.parallelSort(keys);
            } else {
                Arrays.sort(keys);
            }
            for (int i = 0; i < n; i++) {
                sliceAt[from + i] = indexes[(int) (keys[i] & (1L << bits) - 1)];
            }
        } else {
            int[] order = EventRuns.order(keys, 0, n);
            for (int i = 0; order != null && i < n; i++) {
                sliceAt[from + i] = indexes[order[i]];
            }
        }
        for (int i = from; i < from + n; i++) {
            rankOf[sliceAt[i]] = i;
        }
    }

    /// Slices that never ended come before all others; they are never selected, because no range contains them
    /// entirely.
    private long length(int index) {
        return slices.byRun.end[index] == SliceArrays.NEVER_ENDED
                ? 0
                : slices.byRun.end[index] - slices.byRun.ts[index];
    }

    /// Returns the quantiles of [SliceSums#SHARES] of each group with slices in a range, in the layout of
    /// [SliceSums#quantiles].
    ///
    /// @param newTracks `track_id`s
    /// @return null if an edge cuts too many slices
    public synchronized double[] quantiles(long newStart, long newEnd, Set<Long> newTracks) {
        int[] atStart = slices.order.overlapping(newStart, newStart, MAX_CUT);
        int[] atEnd = slices.order.overlapping(newEnd, newEnd, MAX_CUT);
        if (atStart == null || atEnd == null) {
            return null;
        }
        int max = slices.size() / SliceSums.REBUILD_FRACTION;
        int[] byStart = !newTracks.equals(tracks) ? null : overlapping(start, newStart, max);
        int[] byEnd = byStart == null ? null : overlapping(end, newEnd, max);
        start = newStart;
        end = newEnd;
        tracks = newTracks;
        BitSet changed = null;
        isOnTrack = slices.isOnTracks(newTracks);
        int[] candidates =
                byEnd != null ? null : slices.order.overlapping(start, end, slices.size() / SliceSums.SPARSE_FRACTION);
        if (byEnd != null) {
            changed = new BitSet(wholeSlices.length);
            toggleBits(byStart, changed);
            toggleBits(byEnd, changed);
        } else if (candidates != null) {
            // Values of groups without slices in the range are never read.
            Arrays.fill(inside, 0);
            Arrays.fill(blocks, 0);
            Arrays.fill(wholeSlices, 0);
            changed = new BitSet(wholeSlices.length);
            toggleBits(candidates, changed);
        } else {
            setAllBits();
        }
        selectQuantiles(changed, cuts(atStart, atEnd));
        return quantiles.clone();
    }

    private int[] overlapping(long from, long to, int max) {
        return from == to ? new int[0] : slices.order.overlapping(Math.min(from, to), Math.max(from, to), max);
    }

    private boolean isWhole(int index) {
        long ts = slices.byRun.ts[index];
        return ts >= start && ts < end && slices.byRun.end[index] <= end;
    }

    /// Sets the bits of all slices, in parallel on all cores.
    private void setAllBits() {
        Arrays.fill(wholeSlices, 0);
        int parts = Math.min(Runtime.getRuntime().availableProcessors(), 8);
        int runs = slices.byRun.runs();
        List<long[]> found = IntStream.range(0, parts)
                .parallel()
                .mapToObj(p -> {
                    long[] bits = new long[inside.length];
                    for (int run = (int) ((long) runs * p / parts);
                            run < (int) ((long) runs * (p + 1) / parts);
                            run++) {
                        if (isOnTrack.test(run)) {
                            for (int index = slices.byRun.firstFrom(run, start);
                                    index < slices.byRun.first[run + 1] && slices.byRun.ts[index] < end;
                                    index++) {
                                if (slices.byRun.end[index] <= end) {
                                    bits[rankOf[index] >> 6] |= 1L << rankOf[index];
                                }
                            }
                        }
                    }
                    return bits;
                })
                .toList();
        Arrays.fill(blocks, 0);
        for (int w = 0; w < inside.length; w++) {
            long bits = 0;
            for (long[] part : found) {
                bits |= part[w];
            }
            inside[w] = bits;
            blocks[w / WORDS] += Long.bitCount(bits);
        }
        for (int g = 0; g < wholeSlices.length; g++) {
            wholeSlices[g] = count(first[g], first[g + 1]);
        }
    }

    private void toggleBits(int[] indexes, BitSet changed) {
        for (int index : indexes) {
            int run = slices.byRun.runOf(index);
            if (isOnTrack.test(run)) {
                int g = groupOf[run];
                changed.set(g);
                int rank = rankOf[index];
                if (isWhole(index) != isSet(rank)) {
                    inside[rank >> 6] ^= 1L << rank;
                    int delta = isSet(rank) ? 1 : -1;
                    blocks[rank / BLOCK_SIZE] += delta;
                    wholeSlices[g] += delta;
                }
            }
        }
    }

    private boolean isSet(int rank) {
        return (inside[rank >> 6] >> rank & 1) != 0;
    }

    /// Returns the parts of slices that an edge cuts, by group and then by duration.
    private List<Cut> cuts(int[] atStart, int[] atEnd) {
        List<Cut> cuts = new ArrayList<>();
        for (int[] indexes : List.of(atStart, atEnd)) {
            for (int index : indexes) {
                long ts = slices.byRun.ts[index];
                long until = slices.byRun.end[index];
                boolean isCutAtStart = ts < start && until > start;
                boolean isCutAtEnd = ts < end && until > end;
                int run = slices.byRun.runOf(index);
                // A slice that both edges cut is in both arrays.
                if ((indexes == atStart ? isCutAtStart : isCutAtEnd && ts >= start)
                        && ts < end
                        && isOnTrack.test(run)) {
                    cuts.add(new Cut(groupOf[run], Math.min(until, end) - Math.max(ts, start)));
                }
            }
        }
        cuts.sort(Comparator.comparingInt(Cut::group).thenComparingLong(Cut::ns));
        return cuts;
    }

    /// @param changed groups whose quantiles are selected again; null for all
    private void selectQuantiles(BitSet changed, List<Cut> cuts) {
        int groups = wholeSlices.length;
        int[] cutFirst = new int[groups + 1];
        for (Cut c : cuts) {
            cutFirst[c.group + 1]++;
        }
        for (int g = 0; g < groups; g++) {
            cutFirst[g + 1] += cutFirst[g];
        }
        IntStream.range(0, groups)
                .parallel()
                .filter(g -> changed == null || changed.get(g))
                .forEach(g -> selectQuantiles(g, cuts.subList(cutFirst[g], cutFirst[g + 1])));
    }

    private void selectQuantiles(int g, List<Cut> cuts) {
        int n = wholeSlices[g] + cuts.size();
        if (n == 0) {
            return;
        }
        if (n <= MAX_BITS_TO_SCAN) {
            computeSmallGroup(g, n, cuts);
            return;
        }
        // Rank of each cut slice among all, counted before whole slices of equal duration.
        int[] numbers = new int[cuts.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i + count(first[g], firstOf(g, cuts.get(i).ns));
        }
        for (int i = 0; i < SliceSums.SHARES.length; i++) {
            double rank = SliceSums.SHARES[i] * (n - 1);
            int below = (int) Math.floor(rank);
            long lower = nth(g, below, numbers, cuts);
            long upper = below + 1 < n ? nth(g, below + 1, numbers, cuts) : lower;
            quantiles[g * SliceSums.SHARES.length + i] = lower + (upper - lower) * (rank - Math.floor(rank));
        }
    }

    private void computeSmallGroup(int g, int n, List<Cut> cuts) {
        long[] lengths = new long[n];
        int index = 0;
        int rank = first[g];
        for (int boundary = 0; index < n; index++) {
            if (index - boundary < wholeSlices[g]) {
                rank = select(rank, 0);
                long ns = length(sliceAt[rank]);
                if (boundary == cuts.size() || cuts.get(boundary).ns > ns) {
                    lengths[index] = ns;
                    rank++;
                    continue;
                }
            }
            lengths[index] = cuts.get(boundary++).ns;
        }
        for (int i = 0; i < SliceSums.SHARES.length; i++) {
            double share = SliceSums.SHARES[i] * (n - 1);
            int below = (int) Math.floor(share);
            long upper = lengths[Math.min(n - 1, below + 1)];
            quantiles[g * SliceSums.SHARES.length + i] =
                    lengths[below] + (upper - lengths[below]) * (share - Math.floor(share));
        }
    }

    private long nth(int g, int n, int[] numbers, List<Cut> cuts) {
        int index = Arrays.binarySearch(numbers, n);
        return index >= 0 ? cuts.get(index).ns : length(sliceAt[select(first[g], n - (-index - 1))]);
    }

    /// Returns the first rank of a group whose slice is at least this long.
    private int firstOf(int g, long ns) {
        int low = first[g];
        int high = first[g + 1];
        while (low < high) {
            int middle = low + high >>> 1;
            if (length(sliceAt[middle]) < ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Returns the number of bits set from a rank up to, but not including, another.
    private int count(int from, int to) {
        int n = 0;
        int rank = from;
        while (rank < to) {
            if (rank % BLOCK_SIZE == 0 && to - rank >= BLOCK_SIZE) {
                n += blocks[rank / BLOCK_SIZE];
                rank += BLOCK_SIZE;
            } else {
                int next = Math.min(to, (rank | 63) + 1);
                n += Long.bitCount(inside[rank >> 6] & -1L << rank & -1L >>> 64 - (next - (rank & ~63)));
                rank = next;
            }
        }
        return n;
    }

    /// Returns the rank of the set bit number `n`, from 0, starting at a rank.
    private int select(int from, int n) {
        int remaining = n;
        int rank = from;
        while (true) {
            if (rank % BLOCK_SIZE == 0 && blocks[rank / BLOCK_SIZE] <= remaining) {
                remaining -= blocks[rank / BLOCK_SIZE];
                rank += BLOCK_SIZE;
                continue;
            }
            long word = inside[rank >> 6] & -1L << rank;
            int bits = Long.bitCount(word);
            if (bits > remaining) {
                for (; remaining > 0; remaining--) {
                    word &= word - 1;
                }
                return (rank & ~63) + Long.numberOfTrailingZeros(word);
            }
            remaining -= bits;
            rank = (rank | 63) + 1;
        }
    }
}
