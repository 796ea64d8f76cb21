package traceglass.app.panel.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.counters.CountersReport;
import traceglass.analysis.counters.PowerReport;
import traceglass.analysis.counters.ResidencyReport;
import traceglass.analysis.flows.FlowsReport;
import traceglass.analysis.frames.FramesReport;
import traceglass.analysis.ftrace.FtraceReport;
import traceglass.analysis.logs.LogsReport;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.EventsReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.samples.SamplesReport;
import traceglass.analysis.sched.CpuReport;
import traceglass.analysis.sched.ThreadStatesReport;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.SlicesReport;
import traceglass.analysis.states.StatesReport;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.analysis.track.TrackNode;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Runs each report over ranges of recorded traces.
class AreaTracesTest {

    private static final List<AreaReport> REPORTS = List.of(
            new SlicesReport(),
            new ThreadStatesReport(),
            new CpuReport(false),
            new CpuReport(true),
            new StatesReport(),
            new CountersReport(),
            new PowerReport(),
            new ResidencyReport(),
            new EventsReport(),
            new FramesReport(),
            new FlowsReport(),
            new SamplesReport(),
            new FtraceReport(),
            new LogsReport());

    private static AreaScope scope(TraceStore store, double from, double to) throws Exception {
        List<TrackNode> leaves = new ArrayList<>();
        collectLeaves(TrackTreeBuilder.build(store), leaves);
        long start = store.bounds().start();
        return AreaScope.of(
                new Selection.Area(
                        start + (long) (store.bounds().durNs() * from),
                        start + (long) (store.bounds().durNs() * to),
                        leaves),
                store.bounds());
    }

    private static void collectLeaves(TrackNode node, List<TrackNode> found) {
        if (!node.isGroup()) {
            found.add(node);
        }
        node.children().forEach(c -> collectLeaves(c, found));
    }

    private static RowStore read(AreaReport report, Connection c, AreaScope scope, GroupBy grouping) throws Exception {
        RowStore rows = report.read(new TraceQueries(c), scope, grouping, e -> {});
        assertEquals(rows.columns(), report.columns(rows).size(), report.title());
        assertEquals(rows.columns(), report.summary(rows).size(), report.title());
        return rows;
    }

    private static long number(Connection c, String sql) throws Exception {
        try (Statement s = c.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            r.next();
            return r.getLong(1);
        }
    }

    @Test
    void countsTheFramesAndFlowsOfAPhone() throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("perfetto/android-pixel7pro-nowinandroid.pftrace"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            AreaScope scope = scope(store, .2, .7);
            for (AreaReport report : REPORTS) {
                for (GroupBy grouping : report.groupings()) {
                    if (report.appliesTo(scope) && report.requiredTables(scope).isEmpty()) {
                        read(report, c, scope, grouping);
                    }
                }
            }
            String inRange = " WHERE ts < " + scope.end() + " AND (ts >= " + scope.start()
                    + " OR dur < 0 OR ts + dur > " + scope.start() + ")";
            long frames = number(
                    c,
                    "SELECT (SELECT count(*) FROM actual_frame_timeline_slice" + inRange
                            + ") + (SELECT count(*) FROM expected_frame_timeline_slice" + inRange + ")");
            assertTrue(frames > 200, String.valueOf(frames));
            for (GroupBy grouping : List.of(GroupBy.JANK_TYPE, GroupBy.PROCESS, GroupBy.LAYER)) {
                RowStore rows = read(new FramesReport(), c, scope, grouping);
                assertEquals(frames, AreaReport.sum(rows, rows.column("count")), grouping.title());
            }
            assertEquals(
                    frames, read(new FramesReport(), c, scope, GroupBy.FRAME).size());
            long flows = number(
                    c,
                    "SELECT count(*) FROM flow WHERE slice_out IN (SELECT id FROM slice" + inRange
                            + ") OR slice_in IN (SELECT id FROM slice" + inRange + ")");
            assertTrue(flows > 100, String.valueOf(flows));
            assertEquals(flows, read(new FlowsReport(), c, scope, GroupBy.FLOW).size());
            RowStore directions = read(new FlowsReport(), c, scope, GroupBy.DIRECTION);
            assertEquals(flows, AreaReport.sum(directions, directions.column("count")));
        }
    }

    /// Checks for each grouping that the events behind the rows match the rows' counts and durations.
    private static void compareSingles(AreaReport report, Connection c, AreaScope scope) throws Exception {
        for (GroupBy grouping : report.groupings()) {
            RowStore sums = read(report, c, scope, grouping);
            assertTrue(sums.size() > 0, report.title() + " " + grouping);
            for (int row = 0; row < sums.size(); row += Math.max(1, sums.size() / 12)) {
                SingleEvents.SingleEventRows found =
                        report.singleEvents(scope, grouping, sums, row).read(new TraceQueries(c), List.of());
                String description = report.title() + ", " + grouping + ", row " + row;
                assertEquals(sums.getLong(row, sums.column("count")), found.total(), description);
                assertEquals(found.total(), found.rows().size(), description);
                assertEquals(
                        sums.getLong(row, sums.column("total")),
                        AreaReport.sum(found.rows(), found.rows().column("in_range")),
                        description);
            }
            SingleEvents.SingleEventRows all =
                    report.singleEvents(scope, grouping, sums, -1).read(new TraceQueries(c), List.of());
            assertEquals(AreaReport.sum(sums, sums.column("count")), all.total(), report.title());
            assertTrue(all.rows().size() <= SingleEvents.MAX_ROWS);
        }
    }

    @Test
    void listsTheEventsOfEachRow() throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("perfetto/android-pixel7pro-nowinandroid.pftrace"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            AreaScope scope = scope(store, .3, .5);
            compareSingles(new SlicesReport(), c, scope);
            // Events are sorted by duration even if there are too many to list; added columns have the
            // values of each event.
            SingleEvents slices = new SlicesReport().singleEvents(scope, GroupBy.NAME, RowStore.EMPTY, -1);
            List<SingleEvents.ExtraColumn> args = slices.args(new TraceQueries(c));
            assertTrue(args.size() > 10);
            RowStore rows = slices.read(
                            new TraceQueries(c),
                            List.of(args.getFirst(), slices.extraColumns().getFirst()))
                    .rows();
            String key = args.getFirst().title().substring("args.".length());
            int withValue = 0;
            for (int i = 0; i < rows.size(); i++) {
                assertTrue(i == 0 || rows.getLong(i - 1, 3) >= rows.getLong(i, 3));
                if (!rows.isNull(i, rows.column(args.getFirst().title())) && withValue++ < 20) {
                    assertEquals(
                            1,
                            number(
                                    c,
                                    "SELECT count(DISTINCT s.id) FROM slice AS s JOIN args AS a USING (arg_set_id)"
                                            + " WHERE s.id = "
                                            + rows.getLong(i, 0) + " AND a.key = '" + key
                                            + "' AND CAST(coalesce(a.display_value, '') AS VARCHAR) = '"
                                            + rows.getText(
                                                    i,
                                                    rows.column(args.getFirst().title())) + "'"));
                }
            }
            assertTrue(withValue > 0);
        }
    }

    @Test
    void limitsListedEventsAndReportsTheirTotalNumber() throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("perfetto/linux-chromium-ftrace-sched_20s.pftrace.gz"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            AreaScope part = scope(store, .31, .33);
            compareSingles(new ThreadStatesReport(), c, part);
            compareSingles(new CpuReport(false), c, part);
            compareSingles(new CpuReport(true), c, part);
            AreaScope scope = scope(store, 0, 1);
            for (AreaReport report : List.of(new SlicesReport(), new ThreadStatesReport(), new CpuReport(false))) {
                SingleEvents.SingleEventRows found = report.singleEvents(
                                scope, report.groupings().getFirst(), RowStore.EMPTY, -1)
                        .read(new TraceQueries(c), List.of());
                RowStore sums = read(report, c, scope, report.groupings().getFirst());
                assertEquals(AreaReport.sum(sums, sums.column("count")), found.total(), report.title());
                assertEquals(
                        Math.min(found.total(), SingleEvents.MAX_ROWS),
                        found.rows().size());
            }
            assertTrue(number(c, "SELECT count(*) FROM thread_state") > SingleEvents.MAX_ROWS);
        }
    }

    @Test
    void summarizesEventsStatesAndComputedCountersOfOtherTracks() throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("perfetto/android-pixel6a-startup-warm.pftrace"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            AreaScope scope = scope(store, .1, .9);
            assertComputedCounters(c, scope);
            assertIdleStates(c, scope);
            assertThreadStates(store, c, scope);
            assertStarts(store, c, scope);
        }
    }

    private static void assertComputedCounters(Connection c, AreaScope scope) throws Exception {
        // The counters of the scheduler are computed; each has a row, and never more threads run than there are
        // CPUs.
        assertTrue(scope.others().computed().size() >= 2);
        RowStore counters = read(new CountersReport(), c, scope, GroupBy.COUNTER);
        for (AreaScope.QueriedTrack d : scope.others().computed()) {
            int row = -1;
            for (int i = 0; i < counters.size(); i++) {
                row = counters.getText(i, 0).equals(d.name()) && "Computed".equals(counters.getText(i, 1)) ? i : row;
            }
            assertTrue(row >= 0, d.name());
            assertEquals(
                    number(
                            c,
                            "SELECT count(*) FROM (" + d.query() + ") AS e(ts, value) WHERE ts >= " + scope.start()
                                    + " AND ts < " + scope.end()),
                    counters.getLong(row, counters.column("samples")),
                    d.name());
        }
    }

    private static void assertIdleStates(Connection c, AreaScope scope) throws Exception {
        // The idle states of a CPU cover the time from the first one to the end of the range.
        assertTrue(scope.others().idle().size() > 1);
        compareSingles(new StatesReport(), c, scope);
        RowStore states = read(new StatesReport(), c, scope, GroupBy.STATE);
        assertTrue(AreaReport.sum(states, states.column("total"))
                <= scope.durNs() * scope.others().idle().size());
        assertTrue(AreaReport.sum(states, states.column("total"))
                > scope.durNs() * scope.others().idle().size() / 2);
    }

    private static void assertThreadStates(TraceStore store, Connection c, AreaScope scope) throws Exception {
        // A thread is in one state at a time, even where one of its states in the middle never ended.
        assertTrue(number(
                        c,
                        "SELECT count(*) FROM thread_state AS s WHERE dur < 0 AND EXISTS (SELECT 1 FROM"
                                + " thread_state AS n WHERE n.utid = s.utid AND n.ts > s.ts)")
                > 0);
        for (AreaScope part : List.of(scope, scope(store, 0, 1), scope(store, .6, .95))) {
            RowStore all = read(new ThreadStatesReport(), c, part, GroupBy.THREAD_STATE);
            java.util.Map<Long, Long> times = new java.util.HashMap<>();
            for (int i = 0; i < all.size(); i++) {
                times.merge(all.getLong(i, all.column("utid")), all.getLong(i, all.column("total")), Long::sum);
            }
            times.forEach((utid, ns) -> assertTrue(ns <= part.durNs(), utid + ": " + ns + " of " + part.durNs()));
            compareSingles(new ThreadStatesReport(), c, part);
        }
    }

    private static void assertStarts(TraceStore store, Connection c, AreaScope scope) throws Exception {
        // An app startup is an event on a separate track.
        assertTrue(scope.others().events().size() > 0, "no startup");
        try (StoreTrackData data = new StoreTrackData(store)) {
            for (String table : new EventsReport().requiredTables(scope)) {
                data.derived().ensure(table);
            }
            compareSingles(new EventsReport(), c, scope);
            RowStore events = read(new EventsReport(), c, scope, GroupBy.TRACK);
            assertTrue(AreaReport.sum(events, events.column("count")) > 0);
            // Without the tables of these events, the report has no rows.
            assertEquals(
                    0,
                    read(
                                    new EventsReport(),
                                    c,
                                    scope.without(scope.others().events().stream()
                                            .map(AreaScope.QueriedTrack::table)
                                            .toList()),
                                    GroupBy.TRACK)
                            .size());
        }
    }

    @Test
    void countsSamplesFtraceEventsAndLogLines() throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("perfetto/android-emulator12-sched-callstacks.pftrace"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            AreaScope scope = scope(store, .1, .95);
            String inRange = " WHERE ts >= " + scope.start() + " AND ts < " + scope.end();
            for (AreaReport report : REPORTS) {
                for (GroupBy grouping : report.groupings()) {
                    if (report.appliesTo(scope) && report.requiredTables(scope).isEmpty()) {
                        read(report, c, scope, grouping);
                    }
                }
            }
            RowStore samples = read(new SamplesReport(), c, scope, GroupBy.FUNCTION);
            assertEquals(
                    number(
                            c,
                            "SELECT count(*) FROM __intrinsic_profiler_sample AS s JOIN"
                                    + " __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id"
                                    + inRange),
                    AreaReport.sum(samples, samples.column("count")));
            assertTrue(AreaReport.sum(samples, samples.column("count")) > 1000);
            assertTrue(read(new SamplesReport(), c, scope, GroupBy.THREAD).size() > 3);
            RowStore events = read(new FtraceReport(), c, scope, GroupBy.EVENT_CPU);
            assertEquals(
                    number(c, "SELECT count(*) FROM ftrace_event" + inRange),
                    AreaReport.sum(events, events.column("count")));
        }
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("other/android-logcat.log"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            AreaScope scope = scope(store, .3, .4);
            RowStore tags = read(new LogsReport(), c, scope, GroupBy.TAG);
            assertEquals(
                    number(c, "SELECT count(*) FROM logs WHERE ts >= " + scope.start() + " AND ts < " + scope.end()),
                    AreaReport.sum(tags, tags.column("count")));
            assertTrue(tags.size() > 3);
        }
    }

    @Test
    void journalLinesHaveTheLevelOfTheJournal() throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("../conformance/traces/6e338e765892b4cbcba76dfc.pftrace"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            RowStore levels = read(new LogsReport(), c, scope(store, 0, 2), GroupBy.LEVEL);
            assertEquals(1, levels.size());
            assertEquals(
                    "Info",
                    levels.getText(0, levels.column("level")),
                    "6 means info in the journal, but error on Android");
        }
    }
}
