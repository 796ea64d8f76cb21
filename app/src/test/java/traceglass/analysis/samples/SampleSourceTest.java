package traceglass.analysis.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.scope.FlameScopes;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.EventStackSource;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.testing.SharedData;
import traceglass.store.time.TimeSpan;

/// Compares samples of a recorded trace as frames with sums in SQL.
public class SampleSourceTest {

    private static long number(Connection c, String sql) throws SQLException {
        try (Statement s = c.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            assertTrue(r.next());
            return Math.round(r.getDouble(1));
        }
    }

    @Test
    void countsSamplesOfThreadsProcessesAndTheWholeTrace() throws Exception {
        Path file = SharedData.file("traces/perfetto/android-emulator12-sched-callstacks.pftrace");
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            SampleSource perf = SampleSource.ALL.getLast();
            FlameScope scope = FlameScopes.ofTrace(new TimeSpan(
                    number(c, "SELECT start_ts FROM trace_bounds"), number(c, "SELECT end_ts FROM trace_bounds")));
            FlameData data = perf.read(new TraceQueries(c), scope);
            assertEquals(
                    List.of("Samples", "Counter sched:sched_switch"),
                    data.measures().stream().map(FlameMeasure::title).toList());
            assertEquals(
                    number(c, "SELECT count(*) FROM perf_sample WHERE callsite_id IS NOT NULL"),
                    data.frames().total()[0][0]);
            assertEquals(
                    number(
                            c,
                            "SELECT sum(c.increase) FROM perf_sample AS s JOIN stack_sample_counter AS m ON"
                                    + " m.stack_sample_id = s.id JOIN (SELECT id, value - lag(value, 1, 0) OVER"
                                    + " (PARTITION BY track_id ORDER BY id) AS increase FROM counter) AS c"
                                    + " ON c.id = m.id WHERE callsite_id IS NOT NULL"),
                    data.frames().total()[1][0]);
            long upid = number(c, "SELECT upid FROM process WHERE name = 'system_server'");
            String processSamples =
                    " FROM perf_sample WHERE callsite_id IS NOT NULL AND utid IN (SELECT utid FROM thread WHERE upid = "
                            + upid + ")";
            FlameFrames process = perf.read(new TraceQueries(c), scope.withSamplesOf(List.of(), List.of(upid)))
                    .frames();
            assertEquals(number(c, "SELECT count(*)" + processSamples), process.total()[0][0]);
            long utid = number(c, "SELECT any_value(utid)" + processSamples);
            FlameFrames thread = perf.read(new TraceQueries(c), scope.withSamplesOf(List.of(utid), List.of()))
                    .frames();
            assertEquals(
                    number(c, "SELECT count(*) FROM perf_sample WHERE callsite_id IS NOT NULL AND utid = " + utid),
                    thread.total()[0][0]);
            assertTrue(thread.total()[0][0] < process.total()[0][0]
                    && process.total()[0][0] < data.frames().total()[0][0]);
            long sample = number(c, "SELECT min(id)" + processSamples);
            FlameFrames frames =
                    perf.read(new TraceQueries(c), scope.withSample(sample)).frames();
            assertEquals(1, frames.total()[0][0]);
            // The process, and at least one frame for each callsite of the stack.
            assertTrue(frames.size()
                    >= 2
                            + number(
                                    c,
                                    "SELECT depth + 1 FROM perf_sample AS s JOIN stack_profile_callsite AS c ON c.id ="
                                            + " s.callsite_id WHERE s.id = "
                                            + sample));
        }
    }

    @Test
    void flameChartMergesEqualFramesIntoBoxesWithDetails() throws Exception {
        Path file = SharedData.file("traces/perfetto/android-emulator12-sched-callstacks.pftrace");
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            long utid = number(
                    c,
                    "SELECT utid FROM perf_sample WHERE callsite_id IS NOT NULL GROUP BY utid ORDER BY count(*) DESC,"
                            + " utid LIMIT 1");
            long samples =
                    number(c, "SELECT count(*) FROM perf_sample WHERE callsite_id IS NOT NULL AND utid = " + utid);
            SliceData boxes = new SampleChart("linux.perf", utid, 1)
                    .read(RowQueries.on(c), new SampleFrames.Holder(), Long.MAX_VALUE);
            int outermost = boxes.rowStart()[1];
            assertTrue(outermost > 0 && outermost < samples, outermost + " boxes of " + samples + " samples");
            assertTrue(boxes.rows() > 5);
            for (int box : new int[] {0, outermost + 1, boxes.size() - 1}) {
                long id = boxes.id()[box];
                EventPosition position = Subjects.find(new TraceQueries(c), TrackLookup.NONE, "sampled_frame", id)
                        .orElseThrow();
                assertEquals(
                        new Selection.Event("sampled_frame", id, boxes.ts()[box], boxes.end()[box] - boxes.ts()[box]),
                        position.event());
                EventDetails details = Subjects.details(
                                new DetailsContext(new TraceQueries(c), Long.MAX_VALUE), position.event())
                        .orElseThrow();
                assertEquals(boxes.names()[boxes.name()[box]], details.head().name());
                EventDetails.Stack stack = (EventDetails.Stack) details.parts().getFirst();
                assertEquals(
                        id % SampleRuns.MAX_DEPTH + 1, stack.stack().frames().size());
                assertEquals(details.head().name(), stack.stack().frames().getFirst()[0]);
            }
        }
    }

    /// Opens a trace of the conformance set.
    private static TraceStore openCase(String trace) throws Exception {
        return TraceOpener.open(
                        traceglass.app.testing.SharedTestTrace.require("../conformance/traces/" + trace + ".pftrace"),
                        StoreOptions.uncached(),
                        new ImportProgress())
                .store();
    }

    @Test
    void includesSamplesOfSourcesNamedOnlyByTheTrace() throws Exception {
        try (TraceStore store = openCase("8c92473f793d9c88db0fb702");
                Connection c = store.connection()) {
            FlameScope scope = FlameScopes.ofTrace(store.bounds());
            List<SampleSource> sources = SampleSource.findAll(new TraceQueries(c), scope);
            assertEquals(
                    List.of("Python wall samples"),
                    sources.stream().map(SampleSource::title).toList());
            assertEquals(
                    number(c, "SELECT count(*) FROM stack_sample"),
                    sources.getFirst().read(new TraceQueries(c), scope).frames().total()[0][0]);
            // One of them belongs to a process but to no thread.
            long upid = number(c, "SELECT max(upid) FROM stack_sample_task_context");
            assertEquals(
                    3,
                    sources.getFirst()
                            .read(new TraceQueries(c), scope.withSamplesOf(List.of(), List.of(upid)))
                            .frames()
                            .total()[0][0]);
            assertEquals(
                    2,
                    sources.getFirst()
                            .read(
                                    new TraceQueries(c),
                                    scope.withSamplesOf(
                                            List.of(number(c, "SELECT max(utid) FROM stack_sample_task_context")),
                                            List.of()))
                            .frames()
                            .total()[0][0]);
        }
    }

    @Test
    void callstacksOfTrackEventsCountAtTheStartAndEndOfSlices() throws Exception {
        try (TraceStore store = openCase("9e610aaa652f2662e9fb2cef");
                Connection c = store.connection()) {
            FlameScope scope = FlameScopes.ofTrace(store.bounds());
            assertTrue(EventStackSource.hasData(new TraceQueries(c), scope));
            FlameData data = new EventStackSource().read(new TraceQueries(c), scope);
            assertEquals("Weight", data.measures().getFirst().title());
            assertEquals(6_500, data.frames().total()[0][0]);
            assertEquals("6.5", data.measures().getFirst().text(data.frames().total()[0][0]));
            assertEquals(4, data.frames().total()[data.measure("samples")][0]);
            // The third slice starts within the range and ends after it, so only the callstack of its start
            // counts.
            long start = number(c, "SELECT ts FROM slice WHERE id = 2");
            FlameScope begin = FlameScope.range(
                            "begin", start, start + 1, store.bounds().end())
                    .withSlices(null);
            FlameData beginStacks = new EventStackSource().read(new TraceQueries(c), begin);
            assertEquals(1, beginStacks.frames().total()[beginStacks.measure("samples")][0]);
            assertTrue(!EventStackSource.hasData(new TraceQueries(c), scope.withSlices(List.of())));
        }
    }
}
