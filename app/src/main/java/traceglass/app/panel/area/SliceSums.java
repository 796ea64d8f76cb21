package traceglass.app.panel.area;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Sums up the slices of some tracks within a range, in groups: one pass over arrays, on all cores. Everything is exact, also for what
/// the edges cut.
final class SliceSums {

    /// The shares that quantiles are of, in order.
    static final double[] SHARES = {.5, .9, .95, .99};

    /// Which group a slice belongs to: `name · owners + owner`, where names or owners may be one for all.
    ///
    /// @param names   how many names are told apart; 1 for none
    /// @param owners  how many owners there are; 1 for none
    /// @param ownerOf owner of each track of the scope, in the scope's order
    record Grouping(int names, int owners, int[] ownerOf) {

        int groups() {
            return Math.multiplyExact(names, owners);
        }

        int group(int name, int owner) {
            return (names == 1 ? 0 : name) * owners + owner;
        }
    }

    /// What a stretch of a track is.
    private record Piece(int from, int to, int owner) {}

    final long[] count;
    final long[] total;
    final long[] self;
    final long[] min;
    final long[] max;
    /// Quantiles of [#SHARES], one after the other for each group; see [#fillQuantiles].
    final double[] quantiles;

    private final SliceArrays slices;
    private final Grouping grouping;
    private final long start;
    private final long end;
    private List<List<Piece>> shares = List.of();
    private SliceSums[] parts = new SliceSums[0];

    private SliceSums(SliceArrays slices, AreaScope scope, Grouping grouping, boolean whole) {
        this.slices = slices;
        this.grouping = grouping;
        start = scope.start();
        end = scope.end();
        int groups = grouping.groups();
        count = new long[groups];
        total = new long[groups];
        self = new long[groups];
        min = new long[groups];
        max = new long[groups];
        Arrays.fill(min, Long.MAX_VALUE);
        Arrays.fill(max, Long.MIN_VALUE);
        quantiles = whole ? new double[groups * SHARES.length] : new double[0];
    }

    /// Sums up what overlaps the scope on its tracks. Quantiles are not there yet.
    static SliceSums of(SliceArrays slices, AreaScope scope, Grouping grouping) {
        SliceSums whole = new SliceSums(slices, scope, grouping, true);
        List<List<Piece>> shares = whole.shares(scope);
        SliceSums[] parts = new SliceSums[shares.size()];
        IntStream.range(0, parts.length).parallel().forEach(w -> {
            parts[w] = new SliceSums(slices, scope, grouping, false);
            shares.get(w).forEach(parts[w]::add);
        });
        for (SliceSums part : parts) {
            whole.merge(part);
        }
        whole.shares = shares;
        whole.parts = parts;
        return whole;
    }

    /// Parts the slices that can be in the range into as many shares as there are cores, about equal in size.
    private List<List<Piece>> shares(AreaScope scope) {
        List<Piece> all = new ArrayList<>();
        long sum = 0;
        for (int t = 0; t < scope.slices().size(); t++) {
            SliceArrays.Span span = slices.track(scope.slices().get(t));
            if (span != null) {
                int to = slices.firstFrom(span.from(), span.to(), end);
                if (to > span.from()) {
                    all.add(new Piece(span.from(), to, grouping.ownerOf.length == 0 ? 0 : grouping.ownerOf[t]));
                    sum += to - span.from();
                }
            }
        }
        int cores = Math.max(1, Math.min(Runtime.getRuntime().availableProcessors(), 8));
        long each = sum / cores + 1;
        List<List<Piece>> shares = new ArrayList<>();
        List<Piece> open = new ArrayList<>();
        long room = each;
        for (Piece p : all) {
            int from = p.from;
            while (p.to - from > room) {
                open.add(new Piece(from, (int) (from + room), p.owner));
                from += (int) room;
                shares.add(open);
                open = new ArrayList<>();
                room = each;
            }
            open.add(new Piece(from, p.to, p.owner));
            room -= p.to - from;
        }
        shares.add(open);
        return shares;
    }

    private void add(Piece piece) {
        long[] ts = slices.ts;
        long[] ends = slices.end;
        for (int i = piece.from; i < piece.to; i++) {
            if (ts[i] < start && ends[i] <= start) {
                i = skip(i, piece.to);
                continue;
            }
            int g = grouping.group(slices.name[i], piece.owner);
            long part = Math.min(ends[i], end) - Math.max(ts[i], start);
            count[g]++;
            total[g] += part;
            self[g] += part;
            if (part < min[g]) {
                min[g] = part;
            }
            if (part > max[g]) {
                max[g] = part;
            }
            int p = slices.parent[i];
            if (p >= 0 && (ts[p] >= start || ends[p] > start) && ts[p] < end) {
                self[grouping.group(slices.name[p], piece.owner)] -= part;
            }
        }
    }

    /// The last slice of those that can be passed over, from one that lies before the range.
    private int skip(int i, int to) {
        if (i % SliceArrays.BLOCK == 0) {
            int at = i;
            // A block that begins in the range may hold instants of it.
            while (at + SliceArrays.BLOCK <= to && slices.endsBefore(at, start) && slices.ts[at + SliceArrays.BLOCK - 1] < start) {
                at += SliceArrays.BLOCK;
            }
            return Math.max(i, at - 1);
        }
        return i;
    }

    private void merge(SliceSums part) {
        for (int g = 0; g < count.length; g++) {
            count[g] += part.count[g];
            total[g] += part.total[g];
            self[g] += part.self[g];
            min[g] = Math.min(min[g], part.min[g]);
            max[g] = Math.max(max[g], part.max[g]);
        }
    }

    /// How many slices there are in all groups.
    long size() {
        return Arrays.stream(count).sum();
    }

    /// Lays the lengths of each group side by side and picks its quantiles.
    ///
    /// @param most how many lengths of a group are looked at, about; those are spread over it. With [Integer#MAX_VALUE] quantiles are exact
    void fillQuantiles(int most) {
        int groups = count.length;
        int[] step = new int[groups];
        int[] first = new int[groups + 1];
        for (int g = 0; g < groups; g++) {
            step[g] = (int) Math.max(1, count[g] / most);
            long kept = 0;
            for (SliceSums part : parts) {
                kept += (part.count[g] + step[g] - 1) / step[g];
            }
            first[g + 1] = Math.toIntExact(first[g] + kept);
        }
        long[] lengths = new long[first[groups]];
        int[][] next = new int[parts.length][];
        int[] at = Arrays.copyOf(first, groups);
        for (int w = 0; w < parts.length; w++) {
            next[w] = at.clone();
            for (int g = 0; g < groups; g++) {
                at[g] += (int) ((parts[w].count[g] + step[g] - 1) / step[g]);
            }
        }
        boolean all = Arrays.stream(step).allMatch(n -> n == 1);
        IntStream.range(0, parts.length).parallel().forEach(w -> {
            int[] passed = all ? null : new int[groups];
            shares.get(w).forEach(piece -> lay(piece, lengths, next[w], step, passed));
        });
        IntStream.range(0, groups).parallel().forEach(g -> {
            if (first[g + 1] > first[g]) {
                double[] found = new double[SHARES.length];
                Quantiles.of(lengths, first[g], first[g + 1], SHARES, found);
                System.arraycopy(found, 0, quantiles, g * SHARES.length, found.length);
            }
        });
    }

    /// @param passed how many of each group were passed over since one was kept; null when all are kept
    private void lay(Piece piece, long[] lengths, int[] next, int[] step, int[] passed) {
        long[] ts = slices.ts;
        long[] ends = slices.end;
        for (int i = piece.from; i < piece.to; i++) {
            if (ts[i] < start && ends[i] <= start) {
                i = skip(i, piece.to);
                continue;
            }
            int g = grouping.group(slices.name[i], piece.owner);
            if (passed != null) {
                if (passed[g] > 0) {
                    passed[g]--;
                    continue;
                }
                passed[g] = step[g] - 1;
            }
            lengths[next[g]++] = Math.min(ends[i], end) - Math.max(ts[i], start);
        }
    }
}
