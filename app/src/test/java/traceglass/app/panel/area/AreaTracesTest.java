package traceglass.app.panel.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.app.Selection;
import traceglass.app.grid.RowStore;
import traceglass.app.session.Cancellation;
import traceglass.app.testing.SharedTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceOpener;
import traceglass.model.store.StoreOptions;
import traceglass.model.store.TraceStore;
import traceglass.model.track.TrackNode;
import traceglass.model.track.TrackTreeBuilder;

/// Every report over ranges of recorded traces.
class AreaTracesTest {

    private static final List<AreaReport> REPORTS = List.of(new SlicesReport(), new ThreadStatesReport(), new CpuReport(false), new CpuReport(true),
            new CountersReport(), new FramesReport(), new FlowsReport(), new SamplesReport(), new FtraceReport(), new LogsReport());

    private static AreaScope scope(TraceStore store, double from, double to) throws Exception {
        List<TrackNode> leaves = new ArrayList<>();
        leaves(TrackTreeBuilder.build(store), leaves);
        long start = store.bounds().start();
        return AreaScope.of(new Selection.Area(start + (long) (store.bounds().durNs() * from), start + (long) (store.bounds().durNs() * to), leaves), store.bounds());
    }

    private static void leaves(TrackNode node, List<TrackNode> found) {
        if (!node.isGroup()) {
            found.add(node);
        }
        node.children().forEach(c -> leaves(c, found));
    }

    private static RowStore read(AreaReport report, Connection c, AreaScope scope, String grouping) throws Exception {
        RowStore rows = report.read(c, scope, grouping, new Cancellation(), e -> { });
        assertEquals(rows.columns(), report.columns(rows).size(), report.title());
        assertEquals(rows.columns(), report.summary(rows).size(), report.title());
        return rows;
    }

    private static long number(Connection c, String sql) throws Exception {
        try (Statement s = c.createStatement(); ResultSet r = s.executeQuery(sql)) {
            r.next();
            return r.getLong(1);
        }
    }

    @Test
    void countsTheFramesAndFlowsOfAPhone() throws Exception {
        try (TraceStore store = TraceOpener.open(SharedTrace.need("perfetto/android-pixel7pro-nowinandroid.pftrace"), StoreOptions.uncached(), new ImportProgress()).store();
                Connection c = store.connection()) {
            AreaScope scope = scope(store, .2, .7);
            for (AreaReport report : REPORTS) {
                for (String grouping : report.groupings()) {
                    if (report.appliesTo(scope)) {
                        read(report, c, scope, grouping);
                    }
                }
            }
            String in = " WHERE ts < " + scope.end() + " AND (ts >= " + scope.start() + " OR dur < 0 OR ts + dur > " + scope.start() + ")";
            long frames = number(c, "SELECT (SELECT count(*) FROM actual_frame_timeline_slice" + in + ") + (SELECT count(*) FROM expected_frame_timeline_slice" + in + ")");
            assertTrue(frames > 200, String.valueOf(frames));
            for (String grouping : List.of("Jank type", "Process", "Layer")) {
                RowStore rows = read(new FramesReport(), c, scope, grouping);
                assertEquals(frames, AreaReport.sum(rows, rows.column("count")), grouping);
            }
            assertEquals(frames, read(new FramesReport(), c, scope, "Frame").size());
            long flows = number(c, "SELECT count(*) FROM flow WHERE slice_out IN (SELECT id FROM slice" + in + ") OR slice_in IN (SELECT id FROM slice" + in + ")");
            assertTrue(flows > 100, String.valueOf(flows));
            assertEquals(flows, read(new FlowsReport(), c, scope, "Flow").size());
            RowStore directions = read(new FlowsReport(), c, scope, "Direction");
            assertEquals(flows, AreaReport.sum(directions, directions.column("count")));
        }
    }

    @Test
    void countsSamplesFtraceEventsAndLogLines() throws Exception {
        try (TraceStore store = TraceOpener.open(SharedTrace.need("perfetto/android-emulator12-sched-callstacks.pftrace"), StoreOptions.uncached(), new ImportProgress()).store();
                Connection c = store.connection()) {
            AreaScope scope = scope(store, .1, .95);
            String in = " WHERE ts >= " + scope.start() + " AND ts < " + scope.end();
            for (AreaReport report : REPORTS) {
                for (String grouping : report.groupings()) {
                    if (report.appliesTo(scope)) {
                        read(report, c, scope, grouping);
                    }
                }
            }
            RowStore samples = read(new SamplesReport(), c, scope, "Function");
            assertEquals(number(c, "SELECT count(*) FROM __intrinsic_profiler_sample AS s JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id" + in),
                    AreaReport.sum(samples, samples.column("count")));
            assertTrue(AreaReport.sum(samples, samples.column("count")) > 1000);
            assertTrue(read(new SamplesReport(), c, scope, "Thread").size() > 3);
            RowStore events = read(new FtraceReport(), c, scope, "Event, CPU");
            assertEquals(number(c, "SELECT count(*) FROM ftrace_event" + in), AreaReport.sum(events, events.column("count")));
        }
        try (TraceStore store = TraceOpener.open(SharedTrace.need("other/android-logcat.log"), StoreOptions.uncached(), new ImportProgress()).store();
                Connection c = store.connection()) {
            AreaScope scope = scope(store, .3, .4);
            RowStore tags = read(new LogsReport(), c, scope, "Tag");
            assertEquals(number(c, "SELECT count(*) FROM logs WHERE ts >= " + scope.start() + " AND ts < " + scope.end()), AreaReport.sum(tags, tags.column("count")));
            assertTrue(tags.size() > 3);
        }
    }
}
