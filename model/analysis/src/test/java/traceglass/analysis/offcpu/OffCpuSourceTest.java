package traceglass.analysis.offcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;

class OffCpuSourceTest {

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement s = connection.createStatement()) {
            s.execute("""
                CREATE TABLE thread_state(id BIGINT, ts BIGINT, dur BIGINT, utid BIGINT, state VARCHAR, io_wait BIGINT, blocked_function VARCHAR, waker_utid BIGINT);
                CREATE TABLE thread(utid BIGINT, tid BIGINT, name VARCHAR, upid BIGINT, is_idle BOOLEAN);
                CREATE TABLE process(upid BIGINT, pid BIGINT, name VARCHAR);
                CREATE TABLE __intrinsic_profiler_sample(id BIGINT, ts BIGINT, callsite_id BIGINT, task_context_id BIGINT);
                CREATE TABLE __intrinsic_profiler_task_context(id BIGINT, utid BIGINT);
                CREATE TABLE stack_profile_callsite(id BIGINT, parent_id BIGINT, frame_id BIGINT);
                CREATE TABLE stack_profile_frame(id BIGINT, name VARCHAR, deobfuscated_name VARCHAR, rel_pc BIGINT, mapping BIGINT, symbol_set_id BIGINT);
                CREATE TABLE stack_profile_mapping(id BIGINT, name VARCHAR);
                CREATE TABLE stack_profile_symbol(id BIGINT, symbol_set_id BIGINT, name VARCHAR);
                INSERT INTO thread VALUES (0, 0, 'swapper', NULL, true), (1, 11, 'main', 1, false), (2, 12, 'worker', 1, false), (3, 30, 'other', 3, false);
                INSERT INTO process VALUES (1, 10, 'app'), (3, 30, 'other');
                INSERT INTO thread_state VALUES
                  (1, 0, 100, 1, 'Running', NULL, NULL, NULL),
                  (2, 100, 300, 1, 'D', 1, 'io_schedule', NULL),
                  (3, 400, 50, 1, 'R', NULL, NULL, 2),
                  (4, 450, 50, 1, 'Running', NULL, NULL, NULL),
                  (5, 500, -1, 1, 'S', NULL, NULL, NULL),
                  (6, 0, 1000, 3, 'S', NULL, NULL, NULL),
                  (7, 0, 1000, 0, 'S', NULL, NULL, NULL);
                """);
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private String stacks(FlameScope scope) throws Exception {
        FlameData data = new OffCpuSource().read(new TraceQueries(connection), scope);
        return new FlameGraph(data.frames(), 0, -1).collapsed();
    }

    private static FlameScope range(long start, long end) {
        return FlameScope.range("range", start, end, 1000);
    }

    @Test
    void sumsUpStatesWithBlockedFunctionAndWaker() throws Exception {
        FlameScope main = range(0, 1001).withSamplesOf(List.of(1L), List.of());
        assertEquals(
                """
                app;main 11;Sleeping 500
                app;main 11;Uninterruptible Sleep (IO);io_schedule;woken by worker 12 300
                app;main 11;Runnable 50
                """,
                stacks(main)
                                .lines()
                                .sorted((a, b) -> Long.compare(value(b), value(a)))
                                .collect(Collectors.joining("\n"))
                        + "\n");
        // The scope of the process has the same stacks; the scope of all processes excludes idle threads.
        assertEquals(stacks(main), stacks(range(0, 1001).withSamplesOf(List.of(), List.of(1L))));
        assertTrue(stacks(range(0, 1001).withSlices(null)).contains("other;other 30;Sleeping 1000\n"));
        assertFalse(stacks(range(0, 1001).withSlices(null)).contains("swapper"));
    }

    private static long value(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }

    @Test
    void clipsStatesAtTheEdgesOfTheRange() throws Exception {
        assertEquals(
                "app;main 11;Uninterruptible Sleep (IO);io_schedule;woken by worker 12 200\n",
                stacks(range(200, 400).withSamplesOf(List.of(1L), List.of())));
    }

    @Test
    void stacksSampledAtTheSwitchAreBetweenStateAndBlockedFunction() throws Exception {
        try (Statement s = connection.createStatement()) {
            s.execute("""
                INSERT INTO stack_profile_mapping VALUES (1, '/bin/app');
                INSERT INTO stack_profile_frame VALUES (1, 'read', NULL, 0, 1, NULL), (2, '__schedule', NULL, 0, 1, NULL), (3, 'compute', NULL, 0, 1, NULL);
                INSERT INTO stack_profile_callsite VALUES (1, NULL, 1), (2, 1, 2), (3, NULL, 3);
                INSERT INTO __intrinsic_profiler_task_context VALUES (1, 1);
                INSERT INTO __intrinsic_profiler_sample VALUES (1, 101, 2, 1), (2, 499, 3, 1);
                """);
        }
        String stacks = stacks(range(0, 450).withSamplesOf(List.of(1L), List.of()));
        assertTrue(
                stacks.contains(
                        "app;main 11;Uninterruptible Sleep (IO);read;__schedule;io_schedule;woken by worker 12 300\n"),
                stacks);
        // A sample of running code does not belong to an off-CPU state.
        assertFalse(stacks.contains("compute"));
    }

    @Test
    void listsTheStatesOfAFrame() throws Exception {
        FlameScope scope = range(0, 1001).withSlices(null);
        OffCpuSource source = new OffCpuSource();
        TraceQueries q = new TraceQueries(connection);
        FlameGraph graph = new FlameGraph(source.read(q, scope).frames(), 0, -1);
        int app = IntStream.of(graph.children(0))
                .filter(n -> graph.name(n).equals("app"))
                .findFirst()
                .orElseThrow();
        EventListQuery list = source.rows(
                        scope, FlameMatch.of(graph, app, List.of(), FlameFilters.View.TOP_DOWN), "app")
                .orElseThrow();
        EventListQuery.ListedEvents events = list.work().read(q);
        assertEquals(3, events.total());
        assertEquals("thread_state", list.table());
        assertEquals("Uninterruptible Sleep (IO)", events.rows().getText(0, 3));
    }

    @Test
    void isOfferedForThreadsButNotForSlices() throws Exception {
        TraceQueries q = new TraceQueries(connection);
        assertTrue(OffCpuSource.hasData(q, range(0, 1001).withSlices(null)));
        assertTrue(OffCpuSource.hasData(q, range(0, 1001).withSamplesOf(List.of(1L), List.of())));
        assertFalse(OffCpuSource.hasData(q, range(0, 1001).withSamplesOf(List.of(2L), List.of())));
        assertFalse(OffCpuSource.hasData(q, range(0, 100).withSamplesOf(List.of(1L), List.of())));
        assertFalse(OffCpuSource.hasData(q, range(0, 1001).withSlices(List.of(4L))));
    }
}
