package traceglass.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import traceglass.analysis.android.ComparedStartups;
import traceglass.analysis.compare.CompareQuery;
import traceglass.analysis.compare.CompareReader;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.NameStats;
import traceglass.analysis.counters.ComparedCounters;
import traceglass.analysis.frames.ComparedFrames;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.sched.ComparedThreadStates;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.ComparedSlices;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// Compares each side of a comparison with sums computed event by event, on a real trace.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompareQueryTest {

    private TraceStore store;
    private Connection connection;
    private TimeSpan bounds;

    @BeforeAll
    void open() throws Exception {
        Path trace = SharedTestTrace.require("perfetto/android-pixel6a-startup-warm.pftrace");
        store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                .store();
        connection = store.connection();
        bounds = store.bounds();
    }

    @AfterAll
    void close() throws SQLException {
        if (store != null) {
            connection.close();
            store.close();
        }
    }

    private SqlSession session() throws QueryException {
        return SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    private List<NameStats> read(CompareQuery query, CompareScope scope) throws Exception {
        CompareReader.Side side = CompareReader.read(new TraceQueries(connection), this::session, query, scope);
        assertFalse(side.isTruncated());
        return side.names();
    }

    private interface Value {
        /// Returns the value of an event, or null if it does not count.
        Double of(long ts, long dur, double value);
    }

    /// Values by name of a query for name, ts, dur and value, computed one by one.
    private Map<String, List<Double>> valuesByName(String sql, Value value) throws SQLException {
        Map<String, List<Double>> all = new TreeMap<>();
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                Double v = value.of(r.getLong(2), r.getLong(3), r.getDouble(4));
                if (v != null) {
                    all.computeIfAbsent(r.getString(1) == null ? "" : r.getString(1), k -> new ArrayList<>())
                            .add(v);
                }
            }
        }
        return all;
    }

    /// Quantile with linear interpolation between values.
    private static double quantile(List<Double> sorted, double fraction) {
        double position = fraction * (sorted.size() - 1);
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
    }

    private static void assertSame(Map<String, List<Double>> expected, List<NameStats> found) {
        assertFalse(expected.isEmpty(), "the trace has no such events");
        assertEquals(
                expected.keySet(),
                new java.util.TreeSet<>(found.stream().map(NameStats::name).toList()));
        double before = Double.MAX_VALUE;
        for (NameStats stats : found) {
            List<Double> values = expected.get(stats.name());
            Collections.sort(values);
            double sum = values.stream().mapToDouble(Double::doubleValue).sum();
            assertEquals(values.size(), stats.count(), stats.name());
            assertEquals(sum, stats.total(), Math.abs(sum) * 1e-9 + 1e-9, stats.name());
            assertEquals(quantile(values, .5), stats.median(), Math.abs(sum) * 1e-9 + 1e-9, stats.name());
            assertEquals(quantile(values, .99), stats.p99(), Math.abs(sum) * 1e-9 + 1e-9, stats.name());
            assertTrue(stats.total() <= before, "not in order of totals");
            before = stats.total();
        }
    }

    private Value durations(CompareScope scope) {
        return (ts, dur, value) -> {
            long end = dur < 0 ? Math.max(ts, scope.traceEnd()) : ts + dur;
            if (scope.isWhole()) {
                return (double) (end - ts);
            }
            boolean isIncluded = ts < scope.end() && (ts >= scope.start() || end > scope.start());
            return isIncluded ? (double) (Math.min(end, scope.end()) - Math.max(ts, scope.start())) : null;
        };
    }

    private CompareScope middle() {
        long third = bounds.durNs() / 3;
        return CompareScope.ofSpan(new TimeSpan(bounds.start() + third, bounds.end() - third), bounds);
    }

    @Test
    void sumsSlicesOfAWholeTraceAndOfARangeByName() throws Exception {
        for (CompareScope scope : List.of(CompareScope.ofWholeTrace(bounds), middle())) {
            assertSame(
                    valuesByName("SELECT name, ts, dur, 0 FROM slice", durations(scope)),
                    read(new CompareQuery(new ComparedSlices(), GroupBy.NAME, false), scope));
        }
    }

    @Test
    void treatsNumbersInNamesAsEqualOnRequest() throws Exception {
        List<NameStats> found =
                read(new CompareQuery(new ComparedSlices(), GroupBy.NAME, true), CompareScope.ofWholeTrace(bounds));
        Map<String, List<Double>> expected = new TreeMap<>();
        valuesByName("SELECT name, ts, dur, 0 FROM slice", durations(CompareScope.ofWholeTrace(bounds)))
                .forEach((name, values) -> expected.computeIfAbsent(
                                name.replaceAll("[0-9]+", "#"), k -> new ArrayList<>())
                        .addAll(values));
        assertSame(expected, found);
        assertTrue(
                found.stream().anyMatch(s -> s.name().equals("Choreographer#doFrame #")),
                "the trace has no numbered frames");
    }

    @Test
    void distinguishesSlicesByProcess() throws Exception {
        List<NameStats> found = read(
                new CompareQuery(new ComparedSlices(), GroupBy.NAME_PROCESS, false), CompareScope.ofWholeTrace(bounds));
        List<NameStats> byName =
                read(new CompareQuery(new ComparedSlices(), GroupBy.NAME, false), CompareScope.ofWholeTrace(bounds));
        assertTrue(found.size() > byName.size());
        assertEquals(
                byName.stream().mapToLong(NameStats::count).sum(),
                found.stream().mapToLong(NameStats::count).sum());
        assertTrue(
                found.stream().anyMatch(s -> s.name().startsWith("binder transaction · ")),
                "no name ends with a process");
    }

    @Test
    void sumsThreadStatesByDisplayName() throws Exception {
        for (CompareScope scope : List.of(CompareScope.ofWholeTrace(bounds), middle())) {
            List<NameStats> found = read(new CompareQuery(new ComparedThreadStates(), GroupBy.STATE, false), scope);
            Map<String, List<Double>> expected = valuesByName("""
                SELECT CASE WHEN state = 'R' THEN 'Runnable' WHEN state = 'R+' THEN 'Runnable (Preempted)' WHEN state = 'S' THEN 'Sleeping'
                  WHEN state = 'I' THEN 'Idle' WHEN state = 'D' AND io_wait = 1 THEN 'Uninterruptible Sleep (IO)'
                  WHEN state = 'D' AND io_wait = 0 THEN 'Uninterruptible Sleep (non-IO)' WHEN state = 'D' THEN 'Uninterruptible Sleep'
                  WHEN state = 'X' THEN 'Exit (Dead)' WHEN state = 'Z' THEN 'Exit (Zombie)' ELSE state END, ts,
                  CASE WHEN dur < 0 THEN coalesce((SELECT min(n.ts) FROM thread_state AS n WHERE n.utid = s.utid AND n.ts > s.ts) - ts, -1) ELSE dur END, 0
                FROM thread_state AS s\
                """, durations(scope));
            assertSame(expected, found);
        }
        assertTrue(read(
                        new CompareQuery(new ComparedThreadStates(), GroupBy.STATE_THREAD, false),
                        CompareScope.ofWholeTrace(bounds))
                .stream()
                .anyMatch(s -> s.name().startsWith("Running · RenderThread · ")));
    }

    @Test
    void sumsCounterSamplesByName() throws Exception {
        for (CompareScope scope : List.of(CompareScope.ofWholeTrace(bounds), middle())) {
            assertSame(
                    valuesByName(
                            "SELECT t.name, c.ts, 0, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id",
                            (ts, dur, value) ->
                                    scope.isWhole() || ts >= scope.start() && ts < scope.end() ? value : null),
                    read(new CompareQuery(new ComparedCounters(), GroupBy.COUNTER, false), scope));
        }
    }

    @Test
    void readsAppStartupsFromTheStandardModule() throws Exception {
        List<NameStats> found = read(
                new CompareQuery(new ComparedStartups(), GroupBy.PACKAGE_TYPE, false),
                CompareScope.ofWholeTrace(bounds));
        assertEquals(1, found.size());
        assertEquals(
                "androidx.benchmark.integration.macrobenchmark.target · warm",
                found.getFirst().name());
        assertEquals(156_515_747, found.getFirst().median());
        Optional<Selection.Event> example = CompareReader.example(
                new TraceQueries(connection),
                this::session,
                new CompareQuery(new ComparedStartups(), GroupBy.PACKAGE_TYPE, false),
                CompareScope.ofWholeTrace(bounds),
                found.getFirst(),
                CompareQuery.ExampleChoice.LARGEST);
        assertEquals(157_479_786_566_030L, example.orElseThrow().ts());
        assertEquals("", example.get().table(), "a startup is not a selectable row");
    }

    @Test
    void findsLongestAndMedianSliceOfAName() throws Exception {
        CompareScope scope = CompareScope.ofWholeTrace(bounds);
        CompareQuery query = new CompareQuery(new ComparedSlices(), GroupBy.NAME, false);
        NameStats binder = read(query, scope).stream()
                .filter(s -> s.name().equals("binder transaction"))
                .findFirst()
                .orElseThrow();
        long longest = CompareReader.example(
                        new TraceQueries(connection),
                        this::session,
                        query,
                        scope,
                        binder,
                        CompareQuery.ExampleChoice.LARGEST)
                .orElseThrow()
                .id();
        long median = CompareReader.example(
                        new TraceQueries(connection),
                        this::session,
                        query,
                        scope,
                        binder,
                        CompareQuery.ExampleChoice.MEDIAN)
                .orElseThrow()
                .id();
        try (Statement s = connection.createStatement()) {
            try (ResultSet r = s.executeQuery("SELECT max(dur), (SELECT dur FROM slice WHERE id = " + longest
                    + ") FROM slice WHERE name = 'binder transaction'")) {
                r.next();
                assertEquals(r.getLong(1), r.getLong(2));
            }
            try (ResultSet r = s.executeQuery(
                    "SELECT min(abs(dur - " + binder.median() + ")), (SELECT abs(dur - " + binder.median()
                            + ") FROM slice WHERE id = " + median + ") FROM slice WHERE name = 'binder transaction'")) {
                r.next();
                assertEquals(r.getDouble(1), r.getDouble(2));
            }
        }
    }

    @Test
    void findsANameWithQuotes() throws Exception {
        CompareQuery query = new CompareQuery(new ComparedSlices(), GroupBy.NAME, false);
        NameStats quoted = new NameStats("it's \"quoted\" -- %s", 1, 1, 1, 1);
        assertTrue(CompareReader.example(
                        new TraceQueries(connection),
                        this::session,
                        query,
                        CompareScope.ofWholeTrace(bounds),
                        quoted,
                        CompareQuery.ExampleChoice.MEDIAN)
                .isEmpty());
    }

    @Test
    void distinguishesFramesByAppAndJankType() throws Exception {
        Path trace = SharedTestTrace.require("perfetto/android-pixel7pro-nowinandroid.pftrace");
        try (TraceStore other = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = other.connection()) {
            CompareScope all = CompareScope.ofWholeTrace(other.bounds());
            CompareReader.Side both = CompareReader.read(
                    new TraceQueries(c),
                    this::session,
                    new CompareQuery(new ComparedFrames(), GroupBy.APP_JANK_TYPE, false),
                    all);
            CompareReader.Side jank = CompareReader.read(
                    new TraceQueries(c),
                    this::session,
                    new CompareQuery(new ComparedFrames(), GroupBy.JANK_TYPE, false),
                    all);
            long frames;
            try (Statement s = c.createStatement();
                    ResultSet r = s.executeQuery("SELECT count(*) FROM actual_frame_timeline_slice")) {
                r.next();
                frames = r.getLong(1);
            }
            assertTrue(frames > 0);
            assertEquals(
                    frames, both.names().stream().mapToLong(NameStats::count).sum());
            assertEquals(
                    frames, jank.names().stream().mapToLong(NameStats::count).sum());
            assertTrue(jank.names().stream().anyMatch(s -> s.name().equals("None")));
            assertTrue(both.names().stream().allMatch(s -> s.name().contains(" · ")));
        }
    }
}
