package traceglass.analysis.subject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterQuery;
import traceglass.analysis.counters.CounterSampleInfo;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.EventStack;
import traceglass.analysis.events.PackageRef;
import traceglass.analysis.events.StateTime;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.sched.SchedQuery;
import traceglass.analysis.sched.SchedSliceInfo;
import traceglass.analysis.sched.states.StateShares;
import traceglass.analysis.sched.states.ThreadStateInfo;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.SliceInfo;
import traceglass.analysis.slices.SliceQuery;
import traceglass.analysis.slices.SliceRelations;
import traceglass.sql.result.QueryException;

public class EventDetailsTest {

    private static final long END = 1_000;

    private Connection connection;

    @BeforeEach
    void open() throws SQLException, QueryException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement s = connection.createStatement()) {
            s.execute("""
                CREATE TABLE slice(id BIGINT, ts BIGINT, dur BIGINT, track_id BIGINT, category VARCHAR, name VARCHAR, depth INTEGER, parent_id BIGINT,
                  arg_set_id BIGINT, thread_dur BIGINT);
                CREATE TABLE thread_state(id BIGINT, ts BIGINT, dur BIGINT, cpu BIGINT, utid BIGINT, state VARCHAR, io_wait BIGINT, blocked_function VARCHAR,
                  waker_utid BIGINT, waker_id BIGINT, irq_context BIGINT);
                CREATE TABLE sched(id BIGINT, ts BIGINT, dur BIGINT, cpu BIGINT, utid BIGINT, end_state VARCHAR, priority BIGINT);
                CREATE TABLE thread(utid BIGINT, tid BIGINT, name VARCHAR, upid BIGINT, start_ts BIGINT, end_ts BIGINT, machine_id BIGINT);
                CREATE TABLE process(upid BIGINT, pid BIGINT, name VARCHAR, cmdline VARCHAR, uid BIGINT, start_ts BIGINT, end_ts BIGINT, machine_id BIGINT);
                CREATE TABLE package_list(package_name VARCHAR, uid BIGINT, version_code BIGINT, debuggable INTEGER);
                CREATE TABLE track(id BIGINT, name VARCHAR, type VARCHAR, machine_id BIGINT);
                CREATE TABLE thread_track(id BIGINT, utid BIGINT);
                CREATE TABLE process_track(id BIGINT, upid BIGINT);
                CREATE TABLE flow(id BIGINT, slice_out BIGINT, slice_in BIGINT);
                CREATE TABLE args(id BIGINT, arg_set_id BIGINT, flat_key VARCHAR, key VARCHAR, int_value BIGINT, display_value VARCHAR, value_type VARCHAR);
                CREATE TABLE counter(id BIGINT, ts BIGINT, track_id BIGINT, value DOUBLE, arg_set_id BIGINT);
                CREATE TABLE __intrinsic_track_event_callstacks(id BIGINT, slice_id BIGINT, track_id BIGINT, callsite_id BIGINT, end_callsite_id BIGINT, weight DOUBLE);
                CREATE TABLE counter_track(id BIGINT, name VARCHAR, unit VARCHAR, type VARCHAR, machine_id BIGINT);
                CREATE TABLE process_counter_track(id BIGINT, upid BIGINT);
                CREATE TABLE thread_counter_track(id BIGINT, utid BIGINT);
                CREATE TABLE cpu_counter_track(id BIGINT, cpu BIGINT);
                INSERT INTO process(upid, pid, name, cmdline, uid) VALUES (1, 10, 'server', '/bin/server -v', NULL);
                INSERT INTO thread(utid, tid, name, upid) VALUES (1, 11, 'main', 1), (2, 12, 'worker', 1), (3, NULL, NULL, NULL);
                INSERT INTO track VALUES (5, 'main', 'thread_execution', NULL), (6, 'Network', NULL, 1);
                INSERT INTO thread_track VALUES (5, 1);
                INSERT INTO process_track VALUES (6, 1);
                INSERT INTO slice VALUES
                  (0, 100, 400, 5, 'cat', 'outer', 0, NULL, 3, 250), (1, 150, 100, 5, 'cat', 'inner', 1, 0, NULL, NULL),
                  (2, 300, 50, 5, 'cat', 'inner', 1, 0, NULL, NULL), (3, 160, 20, 5, NULL, 'leaf', 2, 1, NULL, NULL),
                  (4, 900, -1, 5, NULL, 'endless', 0, NULL, NULL, NULL), (5, 120, 0, 6, NULL, 'sent', 0, NULL, NULL, NULL);
                INSERT INTO flow VALUES (0, 5, 1), (1, 1, 2);
                INSERT INTO args VALUES (0, 3, 'debug.size', 'debug.size', 42, '42', 'int'), (1, 3, 'utid', 'utid', 2, '2', 'uint'),
                  (2, 3, 'debug.list', 'debug.list[0].name', NULL, 'a', 'string');
                INSERT INTO thread_state VALUES
                  (0, 0, 200, NULL, 1, 'S', NULL, NULL, NULL, NULL, NULL), (1, 200, 30, NULL, 1, 'R', NULL, NULL, 2, 7, 0),
                  (2, 230, 170, 3, 1, 'Running', NULL, NULL, NULL, NULL, NULL), (3, 400, -1, NULL, 1, 'D', 1, 'io_schedule', NULL, NULL, NULL),
                  (7, 190, 40, 1, 2, 'Running', NULL, NULL, NULL, NULL, NULL);
                INSERT INTO sched VALUES (9, 230, 170, 3, 1, 'D', 120), (10, 190, 40, 1, 2, 'S', 98);
                INSERT INTO counter_track VALUES (8, 'mem.rss', 'bytes', 'process_memory', NULL), (9, 'cpufreq', NULL, 'cpu_frequency', NULL);
                INSERT INTO process_counter_track VALUES (8, 1);
                INSERT INTO counter VALUES (0, 100, 8, 5, NULL), (1, 250, 8, 12.5, NULL), (2, 300, 8, 12, NULL), (3, 300, 9, 1803000, NULL);
                """);
        }
    }

    @AfterEach
    void close() throws SQLException, QueryException {
        connection.close();
    }

    @SuppressWarnings("unchecked")
    private <T> T read(String table, long id) throws QueryException {
        TraceQueries q = new TraceQueries(connection);
        return (T)
                switch (table) {
                    case "slice" -> SliceQuery.read(q, id, END).orElseThrow();
                    case "sched" -> SchedQuery.sched(q, id).orElseThrow();
                    case "thread_state" -> SchedQuery.threadState(q, id).orElseThrow();
                    default -> CounterQuery.read(q, id).orElseThrow();
                };
    }

    @Test
    void findsChildrenAndBlockersOfASlice() throws SQLException, QueryException {
        SliceInfo s = SliceQuery.read(new TraceQueries(connection), 0, END).orElseThrow();
        assertEquals(
                List.of(new EventLink("slice", 1, "inner", "", 100), new EventLink("slice", 2, "inner", "", 50)),
                s.relations().children());
        // Blocked from 400 until the slice ends at 500; asleep from before its start until 200.
        assertEquals(
                List.of(new EventLink("thread_state", 3, "io_schedule", "1 time", 100)),
                s.relations().blocked());
        assertEquals(
                List.of(new EventLink("thread_state", 7, "worker 12", "1 time", 100)),
                s.relations().wakers());
        assertTrue(s.relations().frame().isEmpty());
    }

    @Test
    void linksArgumentsWithNumbersOfThreadsAndProcesses() throws SQLException, QueryException {
        try (Statement s = connection.createStatement()) {
            s.execute("""
                INSERT INTO thread VALUES (4, 12, 'ended', 1, 0, 90, NULL), (5, 12, 'later', 1, 600, NULL, NULL), (6, 77, NULL, 1, NULL, NULL, NULL),
                  (7, 88, 'here', 1, NULL, NULL, NULL), (8, 88, 'there', 1, NULL, NULL, 1), (9, 0, 'swapper', NULL, NULL, NULL, NULL);
                INSERT INTO args VALUES (10, 9, 'destination thread', 'destination thread', 12, '12', 'uint'),
                  (11, 9, 'destination process', 'destination process', 10, '10', 'int'), (12, 9, 'debug.tid', 'debug.tid', 77, '77', 'int'),
                  (13, 9, 'pid', 'pid', 11, '11', 'int'), (14, 9, 'calling tid', 'calling tid', 88, '88', 'uint'), (15, 9, 'next_pid', 'next_pid', 0, '0', 'int'),
                  (16, 9, 'data size', 'data size', 12, '12', 'uint'), (17, 9, 'tid', 'tid', 5555, '5555', 'int');
                UPDATE slice SET arg_set_id = 9 WHERE id = 1;
                """);
        }
        SliceInfo s = SliceQuery.read(new TraceQueries(connection), 1, END).orElseThrow();
        assertEquals(
                "destination thread 12 thread 2 worker|destination process 10 process 1 server|debug.tid 77 thread 6"
                        + " thread|pid 11 thread 1 main|calling tid 88 thread 7 here|next_pid 0|data size 12|tid 5555",
                s.args().stream()
                        .map(a -> a.resolve(_ -> Optional.empty()))
                        .map(a -> a.key() + " " + a.value()
                                + (a.table() == null ? "" : " " + a.table() + " " + a.id() + " " + a.label()))
                        .collect(Collectors.joining("|")));
    }

    @Test
    void linksArgumentsOnlyWithThreadsOfTheMachineOfTheEvent() throws SQLException, QueryException {
        try (Statement s = connection.createStatement()) {
            s.execute("""
                INSERT INTO thread VALUES (7, 88, 'here', 1, NULL, NULL, NULL), (8, 88, 'there', 1, NULL, NULL, 1), (9, 99, 'elsewhere', 1, NULL, NULL, 1);
                INSERT INTO args VALUES (10, 9, 'tid', 'tid', 88, '88', 'int'), (11, 9, 'debug.tid', 'debug.tid', 99, '99', 'int');
                UPDATE slice SET arg_set_id = 9 WHERE id IN (1, 5);
                UPDATE counter SET arg_set_id = 9 WHERE id = 0;
                """);
        }
        TraceQueries queries = new TraceQueries(connection);
        assertEquals(
                List.of("tid here", "debug.tid "),
                labels(SliceQuery.read(queries, 1, END).orElseThrow().args()));
        assertEquals(
                List.of("tid there", "debug.tid elsewhere"),
                labels(SliceQuery.read(queries, 5, END).orElseThrow().args()));
        assertEquals(
                List.of("tid here", "debug.tid "),
                labels(CounterQuery.read(queries, 0).orElseThrow().args()));
    }

    private static List<String> labels(List<Arg> args) {
        return args.stream().map(a -> a.key() + " " + a.label()).toList();
    }

    @Test
    void aFrequencyWithoutAUnitIsInKilohertzAsOnItsTrack() throws SQLException, QueryException {
        assertEquals("kHz", this.<CounterSampleInfo>read("counter", 3).unit());
        assertEquals("bytes", this.<CounterSampleInfo>read("counter", 0).unit());
    }

    @Test
    void findsRelatedFramesOfAFrame() throws Exception {
        try (traceglass.store.TraceStore store = traceglass.ingest.open.TraceOpener.open(
                                traceglass.app.testing.SharedTestTrace.require(
                                        "perfetto/android-pixel7pro-nowinandroid.pftrace"),
                                traceglass.store.database.StoreOptions.uncached(),
                                new traceglass.ingest.ImportProgress())
                        .store();
                Connection c = store.connection()) {
            TraceQueries queries = new TraceQueries(c);
            SliceRelations.FrameDetails late = SliceQuery.read(
                            queries, 22, store.bounds().end())
                    .orElseThrow()
                    .relations()
                    .frame()
                    .orElseThrow();
            List<String> fields =
                    late.fields().stream().map(f -> f[0] + "=" + f[1]).toList();
            assertTrue(
                    fields.containsAll(List.of(
                            "Timeline=Actual",
                            "Jank type=App Deadline Missed",
                            "Jank tag=Self Jank",
                            "Finished on time=no",
                            "Surface frame=154407372",
                            "Display frame=154407414")),
                    fields.toString());
            assertTrue(late.jankExplanation().contains("main and render threads"), late.jankExplanation());
            List<String> linkTexts = late.links().stream().map(EventLink::text).toList();
            assertTrue(linkTexts.contains("Expected timeline of this frame"), linkTexts.toString());
            assertTrue(linkTexts.contains("Actual display frame"), linkTexts.toString());
            long expectedId = late.links().stream()
                    .filter(l -> l.text().equals("Expected timeline of this frame"))
                    .findFirst()
                    .orElseThrow()
                    .id();
            SliceRelations.FrameDetails expected = SliceQuery.read(
                            queries, expectedId, store.bounds().end())
                    .orElseThrow()
                    .relations()
                    .frame()
                    .orElseThrow();
            assertTrue(
                    expected.links().stream().anyMatch(l -> l.id() == 22),
                    expected.links().toString());
        }
    }

    /// Reads the details of an event from a trace of the conformance set.
    private static EventDetails readDetails(String trace, String table, long id) throws Exception {
        try (traceglass.store.TraceStore store = traceglass.ingest.open.TraceOpener.open(
                                traceglass.app.testing.SharedTestTrace.require(
                                        "../conformance/traces/" + trace + ".pftrace"),
                                traceglass.store.database.StoreOptions.uncached(),
                                new traceglass.ingest.ImportProgress())
                        .store();
                Connection c = store.connection()) {
            return Subjects.details(
                            new DetailsContext(
                                    new TraceQueries(c), store.bounds().end()),
                            new Selection.Event(table, id, 0, 0))
                    .orElseThrow();
        }
    }

    @Test
    void findsThePackageOfAProcessByUserAndName() throws SQLException, QueryException {
        TraceQueries queries = new TraceQueries(connection);
        assertTrue(PackageRef.of(queries, 1L).isEmpty());
        try (Statement s = connection.createStatement()) {
            s.execute("""
                INSERT INTO package_list VALUES ('server', 10050, 7, 1), ('com.a', 10060, 1, 0), ('com.a.b', 10060, 2, 0), ('com.sole', 10070, 3, 0);
                INSERT INTO process(upid, pid, name, cmdline, uid) VALUES (2, 20, 'com.a.b:remote', NULL, 10060), (3, 30, 'zygote64', NULL, 1010070), (4, 40, 'init', NULL, 0),
                  (5, 50, 'com.sole:sandboxed', NULL, 99001);
                """);
        }
        // Without a user id, the name alone decides.
        assertEquals(
                new PackageRef(10050L, "server", 7L, true),
                PackageRef.of(queries, 1L).orElseThrow());
        assertEquals(
                new PackageRef(10050L, "server", 7L, true),
                SliceQuery.read(queries, 0, END).orElseThrow().relations().app().orElseThrow());
        assertEquals(
                new PackageRef(10060L, "com.a.b", 2L, false),
                PackageRef.of(queries, 2L).orElseThrow());
        assertEquals(
                new PackageRef(1010070L, "com.sole", 3L, false),
                PackageRef.of(queries, 3L).orElseThrow());
        assertEquals(
                new PackageRef(0L, null, null, false),
                PackageRef.of(queries, 4L).orElseThrow());
        assertEquals(
                new PackageRef(99001L, "com.sole", 3L, false),
                PackageRef.of(queries, 5L).orElseThrow());
    }

    @Test
    void readsTheCallstacksOfASlice() throws Exception {
        EventDetails slice = readDetails("9e610aaa652f2662e9fb2cef", "slice", 2);
        assertEquals("Interned Slice", slice.head().name());
        List<EventStack> stacks = stacks(slice);
        assertEquals(
                List.of("Callstack", "Callstack at the end"),
                stacks.stream().map(EventStack::title).toList());
        for (EventStack stack : stacks) {
            assertEquals(2, stack.frames().size());
        }
    }

    @Test
    void readsTheStackOfAnOutOfMemoryError() throws Exception {
        EventDetails dump = readDetails("2af1d61fd2bd255b02dc6cbb", "heap_graph", 0);
        EventStack stack = stacks(dump).getFirst();
        assertEquals("Callstack of the out-of-memory error", stack.title());
        assertEquals(3, stack.frames().size());
        List<String> fields =
                dump.fields().stream().map(f -> f.name() + " " + f.text()).toList();
        assertTrue(fields.contains("error Failed to allocate 1048576 bytes"), fields.toString());
        assertTrue(fields.stream().anyMatch(c -> c.startsWith("allocation 1")), fields.toString());
    }

    private static List<EventStack> stacks(EventDetails details) {
        return details.parts().stream()
                .filter(EventDetails.Stack.class::isInstance)
                .map(p -> ((EventDetails.Stack) p).stack())
                .toList();
    }

    @Test
    void readsTheThreadStatesDuringASlice() throws SQLException, QueryException {
        SliceInfo s = read("slice", 0);
        assertEquals("main 11", s.thread().orElseThrow().thread());
        assertEquals("server 10", s.thread().orElseThrow().process());
        assertEquals(250, s.selfNs());
        assertEquals(250L, s.threadDur());
        assertEquals(
                List.of(
                        new StateTime("Running", 170),
                        new StateTime("Uninterruptible Sleep (IO)", 100),
                        new StateTime("Sleeping", 100),
                        new StateTime("Runnable", 30)),
                s.states());
        assertEquals(
                List.of("debug.size 42", "utid 2 worker", "debug.list[0].name a"),
                s.args().stream()
                        .map(a -> (a.key() + " " + a.value() + " " + a.label()).strip())
                        .toList());
    }

    @Test
    void aStateWithoutAnEndLastsUntilTheNextOneOfItsThread() throws SQLException, QueryException {
        try (Statement s = connection.createStatement()) {
            s.execute("INSERT INTO thread_state(id, ts, dur, utid, state) VALUES (8, 300, -1, 2, 'R'), (9, 350, 50, 2,"
                    + " 'Running'), (10, 400, -1, 2, 'S')");
        }
        assertEquals(
                List.of(new StateTime("Sleeping", 100), new StateTime("Running", 80), new StateTime("Runnable", 50)),
                StateShares.during(new TraceQueries(connection), 2, 200, 500));
        try (Statement s = connection.createStatement()) {
            s.execute("INSERT INTO thread_state(id, ts, dur, utid, state) VALUES (11, 460, 40, 1, 'Running')");
        }
        SliceInfo slice = read("slice", 0);
        assertEquals(
                List.of(new EventLink("thread_state", 3, "io_schedule", "1 time", 60)),
                slice.relations().blocked());
    }

    @Test
    void followsFlowsAndParentsOfASlice() throws SQLException, QueryException {
        SliceInfo leaf = read("slice", 3);
        assertEquals(
                List.of("inner 100", "outer 400"),
                leaf.parents().stream().map(l -> l.text() + " " + l.ns()).toList());
        SliceInfo inner = read("slice", 1);
        assertEquals(
                List.of("sent server -30"),
                inner.from().stream()
                        .map(l -> l.text() + " " + l.where() + " " + l.ns())
                        .toList());
        assertEquals(
                List.of("inner main 11 150"),
                inner.to().stream()
                        .map(l -> l.text() + " " + l.where() + " " + l.ns())
                        .toList());
    }

    @Test
    void anUnfinishedSliceLastsToTheEndOfTheTrace() throws SQLException, QueryException {
        SliceInfo s = read("slice", 4);
        assertEquals(END, s.end());
        assertEquals(100, s.selfNs());
        assertEquals(List.of(new StateTime("Uninterruptible Sleep (IO)", 100)), s.states());
    }

    @Test
    void namesTheTrackOfASliceWithoutAThread() throws SQLException, QueryException {
        SliceInfo s = read("slice", 5);
        assertTrue(s.thread().isEmpty());
        assertEquals("Network · server 10", s.track());
        assertEquals(0, s.selfNs());
    }

    @Test
    void findsTheWakerAndTheSchedulingLatency() throws SQLException, QueryException {
        SchedSliceInfo s = read("sched", 9);
        assertEquals(200L, s.wakeTs());
        assertEquals("worker 12", s.waker().orElseThrow().thread());
        assertEquals(7L, s.wakerState());
        assertEquals(2L, s.stateId());
        assertEquals("Uninterruptible Sleep", s.endState());
        SchedSliceInfo withoutWaker = read("sched", 10);
        assertNull(withoutWaker.wakeTs());
    }

    @Test
    void findsNeighboringStatesAndWokenThreads() throws SQLException, QueryException {
        ThreadStateInfo running = read("thread_state", 2);
        assertEquals(9L, running.schedId());
        assertEquals("worker 12", running.waker().orElseThrow().thread());
        assertEquals("Runnable", running.previous().orElseThrow().text());
        assertEquals(3, running.next().orElseThrow().id());
        ThreadStateInfo waker = read("thread_state", 7);
        assertEquals(
                List.of("main 11 30"),
                waker.woken().stream().map(l -> l.text() + " " + l.ns()).toList());
        ThreadStateInfo blocked = read("thread_state", 3);
        assertEquals("io_schedule", blocked.blockedFunction());
        assertTrue(blocked.next().isEmpty());
    }

    @Test
    void comparesASampleWithItsNeighbors() throws SQLException, QueryException {
        CounterSampleInfo c = read("counter", 1);
        assertEquals(7.5, c.delta());
        assertEquals(50L, c.dur());
        assertEquals("server 10", c.owner());
        CounterSampleInfo first = read("counter", 0);
        assertNull(first.delta());
        CounterSampleInfo last = read("counter", 2);
        assertNull(last.dur());
    }

    @Test
    void returnsEmptyForMissingRows() throws SQLException, QueryException {
        for (String table : List.of("slice", "sched", "thread_state", "counter", "nonsense")) {
            assertTrue(Subjects.details(
                            new DetailsContext(new TraceQueries(connection), END), new Selection.Event(table, 99, 0, 0))
                    .isEmpty());
        }
    }
}
