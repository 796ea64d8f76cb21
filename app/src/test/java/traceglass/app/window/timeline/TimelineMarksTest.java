package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.doctor.FirstView;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.marks.SliceFlows;
import traceglass.analysis.marks.VisibleFlows;
import traceglass.analysis.marks.VsyncEdges;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.app.session.SessionConnection;
import traceglass.app.session.TraceSession;
import traceglass.app.testing.SharedTestTrace;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.render.item.Note;
import traceglass.store.time.TimeSpan;

/// Tests the marks that the window draws on its timeline, with traces of known content.
class TimelineMarksTest extends WindowScenario {

    private static final long SECOND = 1_000_000_000L;

    /// A query that needs the trace's connection.
    private interface Read<T> {
        T read(TraceQueries q) throws Exception;
    }

    private TraceSession open(FxRobot robot, String name, String text) throws Exception {
        return open(robot, Files.writeString(folder.resolve(name), text));
    }

    private <T> T read(Read<T> query) throws Exception {
        try (Connection c = SessionConnection.of(window.slot().trace().session())) {
            return query.read(new TraceQueries(c));
        }
    }

    private static String mark(double seconds, String event) {
        return "  app-7     [000] ....  %.6f: %s%n".formatted(seconds, event);
    }

    @Test
    void aSliceWithManyFlowsShowsALimitedNumberAndCountsTheRest(FxRobot robot) throws Exception {
        StringBuilder json =
                new StringBuilder("[{\"ph\":\"X\",\"name\":\"hub\",\"ts\":0,\"dur\":1000,\"pid\":1,\"tid\":1}");
        for (int i = 1; i <= 350; i++) {
            json.append(",{\"ph\":\"s\",\"id\":%d,\"cat\":\"c\",\"name\":\"f\",\"ts\":10,\"pid\":1,\"tid\":1}"
                    .formatted(i));
            json.append(",{\"ph\":\"X\",\"name\":\"leaf\",\"ts\":%d,\"dur\":5,\"pid\":1,\"tid\":2}"
                    .formatted(2000 + i * 10));
            json.append(
                    ",{\"ph\":\"f\",\"bp\":\"e\",\"id\":%d,\"cat\":\"c\",\"name\":\"f\",\"ts\":%d,\"pid\":1,\"tid\":2}"
                            .formatted(i, 2001 + i * 10));
        }
        TraceSession session = open(robot, "flows.json", json.append("]").toString());
        var index = session.trackLookup();
        long hub = number("SELECT id FROM slice WHERE name = 'hub'");
        VisibleFlows found = read(q -> SliceFlows.read(q, index, hub));
        assertEquals(100, found.flows().size());
        assertEquals(250, found.hidden());
        assertTrue(found.flows().stream().allMatch(f -> f.fromId() == hub));
        // The flows that arrive first.
        assertEquals(
                2_010_000 + 99 * 10_000,
                found.flows().stream().mapToLong(f -> f.toTs()).max().orElseThrow()
                        - session.bounds().start());
        VisibleFlows leaf =
                read(q -> SliceFlows.read(q, index, found.flows().getFirst().toId()));
        assertEquals(1, leaf.flows().size());
        assertEquals(0, leaf.hidden());
    }

    @Test
    void aSchedulingSliceShowsItsWakerCpuAndWaitingTime(FxRobot robot) throws Exception {
        TraceSession session = open(
                robot,
                "wake.txt",
                "# tracer: nop\n"
                        + "  <idle>-0     [001] d..2  10.000000: sched_switch: prev_comm=swapper/1 prev_pid=0"
                        + " prev_prio=120 prev_state=R ==> next_comm=waker next_pid=20 next_prio=120\n"
                        + "  waker-20     [001] d..2  10.010000: sched_waking: comm=sleeper pid=30 prio=120"
                        + " target_cpu=000\n"
                        + "  <idle>-0     [000] d..2  10.014000: sched_switch: prev_comm=swapper/0 prev_pid=0"
                        + " prev_prio=120 prev_state=R ==> next_comm=sleeper next_pid=30 next_prio=120\n"
                        + "  sleeper-30   [000] d..2  10.020000: sched_switch: prev_comm=sleeper prev_pid=30 prev_prio=120"
                        + " prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
                        + "  waker-20     [001] d..2  10.030000: sched_switch: prev_comm=waker prev_pid=20 prev_prio=120"
                        + " prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n");
        var index = session.trackLookup();
        long[] sched = numbers(
                "SELECT s.id, s.ts, s.dur, (SELECT ucpu FROM cpu WHERE cpu = 1) FROM sched AS s JOIN thread USING"
                        + " (utid) WHERE tid = 30");
        EventTable schedTable = Subjects.table("sched").orElseThrow();
        Wakeup wakeup = read(q -> schedTable.wakeup(q, index, sched[0])).orElseThrow();
        assertEquals(10_010_000_000L, wakeup.wakeTs());
        assertEquals(10_014_000_000L, wakeup.runTs());
        assertEquals("waker 20", wakeup.waker());
        assertEquals(index.cpu(sched[3]).orElseThrow(), wakeup.wakerTrack());
        assertEquals("", wakeup.ownTrack());
        long waker = number("SELECT s.id FROM sched AS s JOIN thread USING (utid) WHERE tid = 20");
        assertTrue(read(q -> schedTable.wakeup(q, index, waker)).isEmpty(), "the thread that woke it is unknown");
    }

    @Test
    void stripesFillEveryOtherVsyncInterval(FxRobot robot) throws Exception {
        StringBuilder text = new StringBuilder("# tracer: nop\n");
        for (int i = 0; i < 7; i++) {
            text.append(mark(1 + i * .016, "tracing_mark_write: C|7|VSYNC-app|" + i % 2));
            text.append(mark(1 + i * .016 + .001, "tracing_mark_write: C|7|VSYNC-app|" + i % 2));
            text.append(mark(1 + i * .008, "tracing_mark_write: C|7|other|" + i));
        }
        open(robot, "vsync.txt", text.toString());
        long[] edges = read(VsyncEdges::edges);
        assertArrayEquals(
                new long[] {
                    SECOND,
                    SECOND + 16_000_000,
                    SECOND + 32_000_000,
                    SECOND + 48_000_000,
                    SECOND + 64_000_000,
                    SECOND + 80_000_000
                },
                edges);
    }

    @Test
    void aMissingVsyncCounterIsReported(FxRobot robot) throws Exception {
        open(
                robot,
                "plain.txt",
                "# tracer: nop\n" + mark(1, "tracing_mark_write: C|7|other|1")
                        + mark(2, "tracing_mark_write: C|7|other|2"));
        assertEquals(0, read(VsyncEdges::edges).length);
        run(robot, "timeline.vsync");
        WindowFixture.waitFor(() ->
                window.context().messages().notices().texts().stream().anyMatch(t -> t.contains("no VSYNC counter")));
    }

    @Test
    void theFirstViewStartsAtTheFirstKernelEvent(FxRobot robot) throws Exception {
        TraceSession session =
                open(robot, SharedTestTrace.require("perfetto/linux-ftrace-data-loss-small-ring_5s.pftrace"));
        TimeSpan bounds = session.bounds();
        assertEquals(new TimeSpan(bounds.start() + 2_401_100_284L, bounds.end()), read(q -> FirstView.read(q, bounds)));
    }

    @Test
    void theFirstViewSkipsOnlyLongQuietPeriodsAtTheStartAndEnd() throws Exception {
        TimeSpan bounds = new TimeSpan(0, 1000 * SECOND);
        // Tracing start, tracing end, first ftrace event and first scheduling slice, null if unknown; and the
        // expected view.
        Long[][] cases = {
            {null, null, null, null, 0L, 1000L},
            {400L, null, null, null, 400L, 1000L},
            {400L, 600L, null, null, 400L, 600L},
            {400L, 600L, 450L, null, 450L, 600L},
            {400L, 600L, 480L, 450L, 450L, 600L},
            {400L, 600L, 300L, null, 400L, 600L},
            // Almost nothing to skip, or almost nothing left.
            {50L, null, null, null, 0L, 1000L},
            {400L, 410L, null, null, 0L, 1000L},
            {600L, 400L, null, null, 0L, 1000L}
        };
        for (Long[] k : cases) {
            try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                    Statement s = c.createStatement()) {
                s.execute("CREATE TABLE metadata (name VARCHAR, int_value BIGINT)");
                s.execute("CREATE TABLE __intrinsic_ftrace_event (ts BIGINT)");
                s.execute("CREATE TABLE __intrinsic_sched_slice (ts BIGINT)");
                s.execute("CREATE TABLE __intrinsic_slice (ts BIGINT)");
                s.execute("CREATE TABLE __intrinsic_counter (ts BIGINT)");
                String[] tables = {
                    "metadata VALUES ('tracing_started_ns', %d)",
                    "metadata VALUES ('tracing_disabled_ns', %d)",
                    "__intrinsic_ftrace_event VALUES (%d)",
                    "__intrinsic_sched_slice VALUES (%d)"
                };
                for (int i = 0; i < tables.length; i++) {
                    if (k[i] != null) {
                        s.execute("INSERT INTO " + tables[i].formatted(k[i] * SECOND));
                    }
                }
                assertEquals(
                        new TimeSpan(k[4] * SECOND, k[5] * SECOND),
                        FirstView.read(new TraceQueries(c), bounds),
                        List.of(k[4], k[5]).toString());
            }
        }
    }

    private List<Note> notes() {
        return FxSupply.get(() -> window.slot().traceNotes().notes());
    }

    private void select(FxRobot robot, long fromMs, long toMs) {
        robot.interact(() -> {
            long start = view.bounds().start();
            view.selectionControls()
                    .selectArea(new TimeSpan(start + fromMs * 1_000_000, start + toMs * 1_000_000), java.util.Set.of());
            view.requestFocus();
        });
    }

    @Test
    void keyMMarksTheSelectionTemporarilyAndShiftMPermanently(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        long start = FxSupply.get(() -> view.bounds().start());
        select(robot, 10, 20);
        robot.type(KeyCode.M);
        assertEquals(1, notes().size());
        assertEquals(start + 10_000_000, notes().getFirst().start());
        assertEquals(start + 20_000_000, notes().getFirst().end());
        select(robot, 30, 40);
        robot.type(KeyCode.M);
        assertEquals(
                List.of(start + 30_000_000),
                notes().stream().map(Note::start).toList(),
                "a second mark replaces the first");
        select(robot, 50, 60);
        robot.press(KeyCode.SHIFT).type(KeyCode.M).release(KeyCode.SHIFT);
        select(robot, 70, 80);
        robot.type(KeyCode.M);
        assertEquals(
                List.of(start + 50_000_000, start + 70_000_000),
                notes().stream().map(Note::start).toList());
        robot.type(KeyCode.DELETE);
        assertEquals(
                List.of(start + 50_000_000),
                notes().stream().map(Note::start).toList(),
                "Delete removes the mark that was set last");
        robot.type(KeyCode.DELETE);
        select(robot, 10, 20);
        robot.type(KeyCode.DELETE);
        assertEquals(
                List.of(start + 50_000_000),
                notes().stream().map(Note::start).toList(),
                "Delete must not remove a mark that is not selected");
    }

    @Test
    void theSelectedOrVisibleTimeIsCopiedAsSqlCondition(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        String[] copied = new String[3];
        robot.interact(() -> {
            view.clearSelection();
            view.showSpan(new TimeSpan(
                    view.bounds().start() + 5_000_000, view.bounds().start() + 6_000_000));
            window.slot().host().commands().run("timeline.copysql");
            copied[0] = Clipboard.getSystemClipboard().getString();
        });
        long start = FxSupply.get(() -> view.bounds().start());
        assertEquals("ts >= " + (start + 5_000_000) + " and ts < " + (start + 6_000_000), copied[0]);
        select(robot, 10, 20);
        robot.interact(() -> {
            window.slot().host().commands().run("timeline.copysql");
            copied[1] = Clipboard.getSystemClipboard().getString();
        });
        assertEquals("ts >= " + (start + 10_000_000) + " and ts < " + (start + 20_000_000), copied[1]);
        robot.interact(() -> {
            window.slot().selection().set(new Selection.Event("slice", 1, start + 7, 11));
            window.slot().host().commands().run("timeline.copysql");
            copied[2] = Clipboard.getSystemClipboard().getString();
        });
        assertEquals("ts >= " + (start + 7) + " and ts < " + (start + 18), copied[2]);
        assertFalse(copied[2].contains(","));
    }
}
