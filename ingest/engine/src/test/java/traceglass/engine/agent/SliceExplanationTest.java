package traceglass.engine.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.QuerySession;
import traceglass.engine.SqlErrorException;
import traceglass.engine.TraceProcessor;

class SliceExplanationTest {

    /// The main thread of an app waits 50 ms within a slice until its worker, which is running during that time,
    /// wakes it.
    private static final String TRACE = """
        # tracer: nop
        #
           <idle>-0     (-----) [000] d..2 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=100 next_prio=120
              app-100   (  100) [000] ...1 1.001000: tracing_mark_write: B|100|load
              app-100   (  100) [000] ...1 1.002000: tracing_mark_write: B|100|wait for worker
              app-100   (  100) [000] d..4 1.009000: sched_waking: comm=worker pid=101 prio=120 target_cpu=000
              app-100   (  100) [000] d..2 1.010000: sched_switch: prev_comm=app prev_pid=100 prev_prio=120 prev_state=S ==> next_comm=worker next_pid=101 next_prio=120
           worker-101   (  100) [000] ...1 1.011000: tracing_mark_write: B|100|compute
           worker-101   (  100) [000] d..4 1.058000: sched_waking: comm=app pid=100 prio=120 target_cpu=000
           worker-101   (  100) [000] ...1 1.059000: tracing_mark_write: E|100
           worker-101   (  100) [000] d..2 1.060000: sched_switch: prev_comm=worker prev_pid=101 prev_prio=120 prev_state=S ==> next_comm=app next_pid=100 next_prio=120
              app-100   (  100) [000] ...1 1.070000: tracing_mark_write: E|100
              app-100   (  100) [000] ...1 1.101000: tracing_mark_write: E|100
              app-100   (  100) [000] d..2 1.102000: sched_switch: prev_comm=app prev_pid=100 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
        """;

    private TraceProcessor trace;
    private QuerySession session;
    private AgentQueries queries;

    @BeforeEach
    void open() {
        trace = TraceProcessor.open(TRACE.getBytes(StandardCharsets.UTF_8), EngineOptions.temporary());
        session = trace.newSession();
        queries = new AgentQueries(session, AnswerLimits.DEFAULT);
    }

    @AfterEach
    void close() {
        trace.close();
    }

    private long slice(String name) {
        return trace.query("SELECT id FROM slice WHERE name = ?", name).single().getLong(0);
    }

    private static AnswerTable findByTitle(List<AnswerTable> tables, String begin) {
        return tables.stream()
                .filter(t -> t.title().startsWith(begin))
                .findFirst()
                .orElseThrow(() -> new AssertionError(begin + " is not among "
                        + tables.stream().map(AnswerTable::title).collect(Collectors.toList())));
    }

    @Test
    void explainsTheStatesAndBlockersOfTheThread() {
        List<AnswerTable> tables = SliceExplanation.of(queries, slice("wait for worker"));
        AnswerTable head = tables.getFirst();
        assertEquals("wait for worker", head.firstText("name"));
        assertEquals(68_000_000, head.firstLong("dur_ns", -1));
        assertEquals("app", head.firstText("thread"));
        assertEquals("load", findByTitle(tables, "Parents").firstText("name"));
        AnswerTable states = findByTitle(tables, "States");
        assertEquals("Sleeping", states.firstText("state"));
        assertEquals(48_000_000, states.firstLong("total_ns", -1));
        assertEquals("worker", findByTitle(tables, "Woken by").firstText("woken_by"));
        AnswerTable path = findByTitle(tables, "Critical path");
        assertEquals("another thread", path.firstText("held_by"));
        assertEquals("compute", path.firstText("slice"));
        assertEquals(60_000_000, sum(path, "total_ns"), "the path covers the slice from its first wake-up");
    }

    private static long sum(AnswerTable table, String column) {
        int index = table.columns().indexOf(column);
        return table.rows().stream()
                .mapToLong(r -> ((Number) r.get(index)).longValue())
                .sum();
    }

    @Test
    void childrenAreSummedByName() {
        List<AnswerTable> tables = SliceExplanation.of(queries, slice("load"));
        AnswerTable children = findByTitle(tables, "Children");
        assertEquals("wait for worker", children.firstText("name"));
        assertEquals(68_000_000, children.firstLong("total_ns", -1));
        assertTrue(
                tables.stream().noneMatch(t -> t.title().startsWith("Parents")), "an outermost slice has no parents");
    }

    @Test
    void anUnknownSliceIsReported() {
        List<AnswerTable> tables = SliceExplanation.of(queries, 4711);
        assertEquals(1, tables.size());
        assertTrue(tables.getFirst().note().contains("4711"), tables.getFirst()::note);
    }

    @Test
    void longTasksOfTheMainThreadAreFound() {
        AnswerTable tasks = findByTitle(SlowOperations.tasks(queries, "", 50_000_000), "Long tasks");
        assertEquals("load", tasks.firstText("name"));
        assertEquals("wait for worker", tasks.firstText("longest_child"));
        assertEquals(1, tasks.rows().size());
        assertTrue(SlowOperations.tasks(queries, "", 500_000_000).getFirst().isEmpty());
        assertTrue(SlowOperations.tasks(queries, "other.app", 1).getFirst().isEmpty());
    }

    @Test
    void aTraceWithoutFramesAndStartupsIsReported() {
        List<AnswerTable> frames = SlowOperations.frames(queries, "");
        assertEquals(1, frames.size(), frames::toString);
        assertTrue(frames.getFirst().note().contains("The trace has no"), frames::toString);
        List<AnswerTable> starts = SlowOperations.startups(queries, "");
        assertEquals(1, starts.size(), starts::toString);
        assertTrue(starts.getFirst().note().contains("The trace contains no app startups"), starts::toString);
    }

    @Test
    void rowsValuesAndBytesAreLimited() {
        String rows =
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i, 'abcdefghij'"
                        + " AS t FROM n";
        AnswerTable limited = queries.query("some", new AnswerLimits(10, 5, 10_000), rows);
        assertEquals(10, limited.rows().size());
        assertEquals("abcde…", limited.firstText("t"));
        assertTrue(limited.isTruncated());
        assertTrue(limited.note().contains("first 10 rows") && limited.note().contains("5 characters"), limited::note);
        AnswerTable truncated = queries.query("few", new AnswerLimits(1000, 100, 500), rows);
        assertTrue(truncated.rows().size() < 40, () -> truncated.rows().size() + " rows");
        assertTrue(truncated.note().contains("large"), truncated::note);
        AnswerTable all =
                queries.query("all", AnswerLimits.DEFAULT, "SELECT 1 AS one, x'00ff' AS b, char(27) || '[31m' AS red");
        assertFalse(all.isTruncated());
        assertEquals("2 bytes: 00ff", all.firstText("b"));
        assertEquals("\ufffd[31m", all.firstText("red"), "control characters of a trace do not reach the reader");
    }

    @Test
    void canceledQueriesStayCanceled() {
        queries.cancel();
        assertThrows(EngineException.class, () -> queries.query("one", "SELECT 1"));
        assertThrows(EngineException.class, () -> SliceExplanation.of(queries, 1));
    }

    @Test
    void stoppedQueriesKeepTheirFinishedTables() {
        long id = slice("load");
        queries.stop();
        AnswerTable unfinished = queries.queryOrNote("unfinished", "SELECT 1");
        assertTrue(unfinished.isEmpty() && unfinished.note().contains("time limit"), unfinished::note);
        assertThrows(EngineException.class, () -> SliceExplanation.of(queries, id));
    }

    @Test
    void aFailedTableIsReplacedWithANote() {
        AnswerTable failed = queries.queryOrNote("failed", "SELECT * FROM absent");
        assertTrue(failed.note().contains("absent"), failed::note);
        assertThrows(SqlErrorException.class, () -> queries.query("failed", "SELECT * FROM absent"));
    }

    @Test
    void tablesAndModulesAreFoundByText() {
        AnswerTable tables = SchemaGuide.tables(trace, "thread_state", 50);
        assertTrue(tables.rows().stream().anyMatch(r -> "thread_state".equals(r.getFirst())), tables::toString);
        assertEquals(3, SchemaGuide.tables(trace, "", 3).rows().size());
        assertTrue(SchemaGuide.tables(trace, "", 3).isTruncated());
        AnswerTable columns = SchemaGuide.columns(trace, "SLICE");
        assertTrue(columns.rows().stream().anyMatch(r -> "dur".equals(r.getFirst())), columns::toString);
        assertTrue(SchemaGuide.columns(trace, "absent").isEmpty());
        AnswerTable modules = SchemaGuide.modules(queries, "startup", 50);
        assertTrue(modules.rows().stream().anyMatch(r -> "android.startup.startups".equals(r.getFirst())));
        AnswerTable view = SchemaGuide.definitions(queries, "android_startups");
        assertEquals("android.startup.startups", view.firstText("module"));
        assertTrue(SchemaGuide.columns(queries, "android_startups").rows().stream()
                .anyMatch(r -> "package".equals(r.getFirst())));
        assertTrue(SchemaGuide.definitions(queries, "android.startup.startups")
                        .rows()
                        .size()
                > 2);
    }
}
