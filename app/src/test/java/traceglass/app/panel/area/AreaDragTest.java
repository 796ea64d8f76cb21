package traceglass.app.panel.area;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.slices.sums.DurationRanks;
import traceglass.analysis.slices.sums.Quantiles;
import traceglass.analysis.slices.sums.SliceArrays;
import traceglass.analysis.slices.sums.SliceSums;
import traceglass.sql.result.QueryException;

/// Compares summaries that are updated incrementally between ranges with summaries computed slice by slice.
class AreaDragTest {

    private static final int END = 40_000;
    private static final int TRACKS = 4;

    private record Slice(int id, long ts, long dur, int track, String name, Integer parent) {

        long end() {
            return dur < 0 ? Long.MAX_VALUE : ts + dur;
        }

        boolean isWithin(long start, long end) {
            return ts < end && (ts >= start || end() > start);
        }

        long clipped(long start, long end) {
            return Math.min(end(), end) - Math.max(ts, start);
        }
    }

    /// Expected values of a run or group, computed slice by slice.
    private static final class Expected {
        long count;
        long total;
        long self;
        final List<Long> durations = new ArrayList<>();
    }

    private final List<Slice> slices = new ArrayList<>();
    private final Random random;

    AreaDragTest() {
        random = new Random(5);
    }

    /// Nested slices; some have no duration, some never end, some exceed their parent.
    private SliceArrays slices() throws SQLException, QueryException {
        for (int track = 0; track < TRACKS; track++) {
            long ts = random.nextInt(50);
            while (ts < END) {
                int dur = random.nextInt(10) == 0 ? 2000 : random.nextInt(60);
                add(ts, random.nextInt(400) == 0 ? -1 : dur, track, null, 0);
                ts += random.nextInt(4) == 0 ? 0 : dur / 2 + random.nextInt(30);
            }
        }
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            s.execute("CREATE TABLE slice(id BIGINT, ts BIGINT, dur BIGINT, track_id BIGINT, name VARCHAR, parent_id"
                    + " BIGINT, category VARCHAR)");
            try (PreparedStatement p = c.prepareStatement("INSERT INTO slice VALUES (?, ?, ?, ?, ?, ?, NULL)")) {
                for (Slice x : slices) {
                    p.setObject(1, x.id);
                    p.setObject(2, x.ts);
                    p.setObject(3, x.dur);
                    p.setObject(4, x.track);
                    p.setObject(5, x.name);
                    p.setObject(6, x.parent);
                    p.addBatch();
                }
                p.executeBatch();
            }
            return SliceArrays.read(new TraceQueries(c));
        }
    }

    private void add(long ts, long dur, int track, Integer parent, int depth) {
        Slice s = new Slice(
                slices.size(), ts, dur, track, random.nextInt(5) == 0 ? null : "name " + random.nextInt(2), parent);
        slices.add(s);
        if (depth < 3 && dur > 4) {
            long at = ts;
            while (random.nextInt(3) > 0 && at < ts + dur - 2) {
                long child = random.nextInt((int) (ts + dur - at));
                // Every thirtieth slice exceeds its parent.
                add(at, random.nextInt(30) == 0 ? child + 500 : child, track, s.id, depth + 1);
                at += child;
            }
        }
    }

    private static SliceArrays.Run run(Slice s) {
        return new SliceArrays.Run(s.name, null, s.track);
    }

    private Map<Object, Expected> expected(long start, long end, Set<Long> tracks, boolean isByRun) {
        Map<Object, Expected> all = new HashMap<>();
        for (Slice s : slices) {
            if (tracks.contains((long) s.track) && s.isWithin(start, end)) {
                Expected e = all.computeIfAbsent(isByRun ? run(s) : s.name == null ? "" : s.name, k -> new Expected());
                long clipped = s.clipped(start, end);
                e.count++;
                e.total += clipped;
                e.self += clipped;
                e.durations.add(clipped);
                if (s.parent != null && slices.get(s.parent).isWithin(start, end)) {
                    Slice p = slices.get(s.parent);
                    all.computeIfAbsent(isByRun ? run(p) : p.name == null ? "" : p.name, k -> new Expected()).self -=
                            clipped;
                }
            }
        }
        return all;
    }

    private void check(SliceArrays arrays, SliceSums sums, long start, long end, Set<Long> tracks) {
        Map<Object, Expected> expected = expected(start, end, tracks, true);
        for (int run = 0; run < arrays.runs.size(); run++) {
            Expected e = expected.getOrDefault(arrays.runs.get(run), new Expected());
            String description = "run " + arrays.runs.get(run) + " in " + start + " to " + end + " of " + tracks;
            assertEquals(e.count, sums.count[run], description);
            if (e.count > 0) {
                assertEquals(e.total, sums.total[run], description);
                assertEquals(e.self, sums.self[run], description);
                assertEquals(e.durations.stream().mapToLong(p -> p).min().getAsLong(), sums.min[run], description);
                assertEquals(e.durations.stream().mapToLong(p -> p).max().getAsLong(), sums.max[run], description);
            }
        }
    }

    /// Random walk of a range: mostly small steps, sometimes far away, over the previous edges, or exactly to the
    /// start of a slice.
    private long[] next(long start, long end) {
        long[] next = {start, end};
        int edge = random.nextInt(2);
        next[edge] = switch (random.nextInt(12)) {
            case 0 -> random.nextInt(END + 1000) - 500L;
            case 1 -> slices.get(random.nextInt(slices.size())).ts;
            case 2 -> slices.get(random.nextInt(slices.size())).ts + slices.get(random.nextInt(slices.size())).dur;
            default -> next[edge] + random.nextInt(401) - 200;
        };
        if (random.nextInt(15) == 0) {
            next[1] = next[0] + random.nextInt(40);
        }
        Arrays.sort(next);
        next[1] = Math.max(next[1], next[0] + 1);
        return next;
    }

    @Test
    void incrementalSumsEqualRecomputedSums() throws SQLException, QueryException {
        SliceArrays arrays = slices();
        assertTrue(
                arrays.size() > 3000
                        && !arrays.strays.isEmpty()
                        && slices.stream().anyMatch(s -> s.dur < 0),
                "too few slices: " + arrays.size());
        int incremental = 0;
        for (Set<Long> tracks : List.of(Set.of(0L, 1L, 2L, 3L), Set.of(1L, 3L), Set.of(2L))) {
            long[] range = {5000, 30_000};
            SliceSums sums = SliceSums.of(arrays, range[0], range[1], tracks);
            for (int i = 0; i < 150; i++) {
                check(arrays, sums, range[0], range[1], tracks);
                if (i % 10 == 0) {
                    long start = random.nextInt(END);
                    check(arrays, SliceSums.of(arrays, start, start + 150, tracks), start, start + 150, tracks);
                }
                range = next(range[0], range[1]);
                SliceSums moved = sums.moveRange(range[0], range[1], tracks);
                incremental += moved == null ? 0 : 1;
                sums = moved == null ? SliceSums.of(arrays, range[0], range[1], tracks) : moved;
            }
        }
        assertTrue(incremental > 300, "too few incremental steps: " + incremental);
    }

    @Test
    void quantilesOfRankedDurationsEqualThoseOfSortedOnes() throws SQLException, QueryException {
        SliceArrays arrays = slices();
        List<String> names = List.of("", "name 0", "name 1");
        int[] byName = arrays.runs.stream()
                .mapToInt(r -> names.indexOf(r.name() == null ? "" : r.name()))
                .toArray();
        DurationRanks ranked = DurationRanks.of(arrays, byName, names.size(), () -> false);
        assertNotNull(ranked);
        for (Set<Long> tracks : List.of(Set.of(0L, 1L, 2L, 3L), Set.of(0L, 2L))) {
            long[] range = {100, 39_000};
            for (int i = 0; i < 150; i++) {
                double[] found = ranked.quantiles(range[0], range[1], tracks);
                Map<Object, Expected> expected = expected(range[0], range[1], tracks, false);
                for (int g = 0; g < names.size(); g++) {
                    Expected e = expected.getOrDefault(names.get(g), new Expected());
                    if (e.count > 0) {
                        double[] expectedQuantiles = new double[SliceSums.SHARES.length];
                        Quantiles.compute(
                                e.durations.stream().mapToLong(p -> p).toArray(),
                                0,
                                e.durations.size(),
                                SliceSums.SHARES,
                                expectedQuantiles);
                        assertArrayEquals(
                                expectedQuantiles,
                                Arrays.copyOfRange(
                                        found, g * expectedQuantiles.length, (g + 1) * expectedQuantiles.length),
                                names.get(g) + " in " + Arrays.toString(range));
                    }
                }
                range = next(range[0], range[1]);
                if (i % 7 == 0) {
                    // A change of tracks prevents incremental updates; sometimes the next range is
                    // small.
                    ranked.quantiles(range[0], range[1], Set.of(1L));
                    range[1] = i % 2 == 0 ? range[1] : range[0] + 120;
                }
            }
        }
    }

    @Test
    void findsTheSlicesAtATime() throws SQLException, QueryException {
        SliceArrays arrays = slices();
        Map<String, Integer> at = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            long from = random.nextInt(END);
            long to = from + (i % 2 == 0 ? 0 : random.nextInt(300));
            int[] found = arrays.order.overlapping(from, to, arrays.size());
            Set<Integer> different = new HashSet<>();
            for (int index : found) {
                assertTrue(different.add(index));
                assertTrue(arrays.byRun.ts[index] <= to && arrays.byRun.end[index] >= from);
            }
            assertEquals(
                    slices.stream().filter(s -> s.ts <= to && s.end() >= from).count(), found.length);
            at.merge(found.length > 20 ? "many" : "few", 1, Integer::sum);
            if (found.length > 0) {
                assertEquals(null, arrays.order.overlapping(from, to, found.length - 1));
            }
        }
        assertEquals(2, at.size());
    }
}
