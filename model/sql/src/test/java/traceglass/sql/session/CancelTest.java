package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;

/// Tests that long-running statements end soon after cancellation, in every phase.
class CancelTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    private void assertEndsWhenCanceled(String sql) throws Exception {
        assertEndsWhenCanceled(sql, new CsvPrinter(OutputStream.nullOutputStream()));
    }

    private void assertEndsWhenCanceled(String sql, ResultSink sink) throws Exception {
        AtomicReference<SqlProblem> problem = new AtomicReference<>();
        Thread statementThread = Thread.ofPlatform().start(() -> {
            try {
                session.session.run(sql, sink);
            } catch (SqlProblem e) {
                problem.set(e);
            }
        });
        TimeUnit.MILLISECONDS.sleep(1200);
        long start = System.nanoTime();
        session.session.cancel();
        statementThread.join();
        long ms = (System.nanoTime() - start) / 1_000_000;
        System.out.println("ended " + ms + " ms after it was canceled: "
                + sql.lines().toList().getLast().strip());
        assertNotNull(problem.get(), "the statement ended before it was canceled: " + sql);
        assertTrue(problem.get().isCanceled(), problem.get().describe());
        // Takes 100 ms on an idle machine.
        assertTrue(ms < 2000, ms + " ms for " + sql);
    }

    @Test
    @Timeout(60)
    void cancelsAStatementInTheDatabase() throws Exception {
        assertEndsWhenCanceled("SELECT count(*) FROM range(10000000000) a(i) WHERE i % 7 = 3");
    }

    @Test
    @Timeout(60)
    void cancelsALongJoin() throws Exception {
        assertEndsWhenCanceled(
                "SELECT count(*) FROM range(3000000) AS a(i), range(3000000) AS b(i) WHERE a.i % 7 = b.i % 11");
    }

    /// The query returns more rows than the database buffers, then none for hours. CSV is streamed.
    @Test
    @Timeout(60)
    void cancelsAResultWhoseNextRowsTakeLong() throws Exception {
        assertEndsWhenCanceled(
                "SELECT range AS n FROM range(100000000000000) WHERE range < 600000 OR range = 99999999999999");
    }

    @Test
    @Timeout(60)
    void cancelsAnEndlessRecursion() throws Exception {
        assertEndsWhenCanceled(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i > 0) SELECT max(i) FROM n");
    }

    @Test
    @Timeout(60)
    void cancelsASpanJoin() throws Exception {
        assertEndsWhenCanceled("""
            CREATE PERFETTO VIEW some AS SELECT i * 10 AS ts, 9 AS dur, i % 50 AS k FROM range(2000000000) AS t(i);
            CREATE PERFETTO VIEW others AS SELECT i * 7 AS ts, 6 AS dur, i % 50 AS k FROM range(2000000000) AS t(i);
            CREATE VIRTUAL TABLE spans USING SPAN_JOIN(some PARTITIONED k, others PARTITIONED k)\
            """);
    }

    @Test
    @Timeout(60)
    void cancelsAnIntersectionOfIntervals() throws Exception {
        assertEndsWhenCanceled("""
            INCLUDE PERFETTO MODULE intervals.intersect;
            SELECT count(*) FROM _interval_intersect!(((SELECT i AS id, i AS ts, 1000000 AS dur FROM range(300000) AS t(i)),
             (SELECT i AS id, i AS ts, 1000000 AS dur FROM range(300000) AS t(i))), ())\
            """);
    }

    @Test
    @Timeout(60)
    void cancelsWhileRowsAreConsumed() throws Exception {
        assertEndsWhenCanceled(
                "SELECT i AS id, i * 3 AS ts, 'name ' || i AS name FROM range(100000000000) AS t(i)",
                new SlowConsumer(true));
    }

    @Test
    @Timeout(60)
    void cancelsWhileCompleteRowsAreConsumed() throws Exception {
        // All rows are found within the second before cancellation; consuming them is slow.
        assertEndsWhenCanceled("SELECT i AS id FROM range(2000000) AS t(i)", new SlowConsumer(false));
    }

    /// Consumes rows, slowly if all of them were found before.
    private record SlowConsumer(boolean isStreaming) implements ResultSink {
        @Override
        public void result(ResultCursor cursor) throws QueryException {
            while (cursor.next()) {
                if (!isStreaming) {
                    LockSupport.parkNanos(10_000);
                }
            }
        }
    }

    @Test
    void streamsAResult() throws Exception {
        long[] first = new long[1];
        // All rows together would need about 24 GB.
        session.session.run(
                "SELECT i AS id, i * 3 AS ts, i * 7 AS dur FROM range(1000000000) AS t(i)", new ResultSink() {
                    @Override
                    public void result(ResultCursor cursor) throws QueryException {
                        while (cursor.next() && first[0] < 10_000) {
                            first[0]++;
                        }
                    }

                    @Override
                    public boolean isStreaming() {
                        return true;
                    }
                });
        assertEquals(10_000, first[0]);
        assertEquals("1", session.rows("SELECT 1"));
    }

    /// If the transaction of the first query stayed open, the failure of a later statement would roll back functions
    /// registered in the meantime.
    @Test
    void functionsStayRegisteredAfterAPartlyReadResult() throws Exception {
        session.session.run(
                "SELECT i AS id FROM range(1000000000) AS t(i)", ResultSink.streaming(cursor -> cursor.next()));
        assertEquals("\"foo()\"", session.rows("SELECT demangle('_Z3foov')"));
        assertEquals("\"foo()\"", session.rows("SELECT demangle('_Z3foov')"));
    }

    @Test
    void convertsAStatementAfterSomeRowsOfAStreamedResult() throws Exception {
        java.util.List<String> values = new java.util.ArrayList<>();
        session.session.run("SELECT i::INTEGER * 1000000 AS x FROM range(6000) AS t(i)", new ResultSink() {
            @Override
            public void result(ResultCursor cursor) throws QueryException {
                values.clear();
                while (cursor.next()) {
                    values.add(cursor.getString(0));
                }
            }

            @Override
            public boolean isStreaming() {
                return true;
            }
        });
        assertEquals(6000, values.size());
        assertEquals("5000000000", values.get(5000));
    }

    @Test
    @Timeout(60)
    void cancelsWhileAnOperatorReadsItsRows() throws Exception {
        assertEndsWhenCanceled("SELECT count(*) FROM tg_op_dfs((SELECT i AS source_node_id, i + 1 AS dest_node_id FROM"
                + " range(100000000000) t(i)), (SELECT 0 AS node_id))");
    }

    @Test
    @Timeout(60)
    void cancelsRecursiveFunctions() throws Exception {
        assertEndsWhenCanceled("""
            CREATE PERFETTO FUNCTION fib(n LONG) RETURNS LONG AS
            SELECT CASE WHEN $n < 2 THEN $n ELSE fib($n - 1) + fib($n - 2) END + (SELECT count(*) FROM range(400000000) t(i) WHERE i % 3 = $n);
            SELECT fib(60)\
            """);
    }

    @Test
    @Timeout(60)
    void keepsTheSessionUsable() throws Exception {
        cancelsAStatementInTheDatabase();
        assertEquals("1", session.rows("SELECT 1"));
    }
}
