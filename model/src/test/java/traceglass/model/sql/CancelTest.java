package traceglass.model.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Statements that would take very long end soon after they are cancelled, wherever they are.
class CancelTest {
    private SqlAnswers answers;

    @BeforeEach
    void open() throws Exception {
        answers = new SqlAnswers();
    }

    @AfterEach
    void close() throws Exception {
        answers.close();
    }

    private void endsWhenCancelled(String sql) throws Exception {
        AtomicReference<SqlProblem> problem = new AtomicReference<>();
        Thread running = Thread.ofPlatform().start(() -> {
            try {
                answers.rows(sql);
            } catch (SqlProblem e) {
                problem.set(e);
            }
        });
        TimeUnit.MILLISECONDS.sleep(1200);
        long start = System.nanoTime();
        answers.session.cancel();
        running.join();
        long ms = (System.nanoTime() - start) / 1_000_000;
        assertNotNull(problem.get(), "it ended by itself: " + sql);
        assertTrue(problem.get().isCancelled(), problem.get().describe());
        // 100 ms on a machine that has nothing else to do.
        assertTrue(ms < 2000, ms + " ms for " + sql);
    }

    @Test
    @Timeout(60)
    void inTheDatabase() throws Exception {
        endsWhenCancelled("SELECT count(*) FROM range(10000000000) a(i) WHERE i % 7 = 3");
    }

    @Test
    @Timeout(60)
    void whileAnOperatorReadsItsRows() throws Exception {
        endsWhenCancelled("SELECT count(*) FROM tg_op_dfs((SELECT i AS source_node_id, i + 1 AS dest_node_id FROM range(100000000000) t(i)), (SELECT 0 AS node_id))");
    }

    @Test
    @Timeout(60)
    void whileFunctionsCallThemselves() throws Exception {
        endsWhenCancelled("""
                CREATE PERFETTO FUNCTION fib(n LONG) RETURNS LONG AS
                SELECT CASE WHEN $n < 2 THEN $n ELSE fib($n - 1) + fib($n - 2) END + (SELECT count(*) FROM range(400000000) t(i) WHERE i % 3 = $n);
                SELECT fib(60)""");
    }

    @Test
    @Timeout(60)
    void theSessionGoesOn() throws Exception {
        inTheDatabase();
        assertEquals("1", answers.rows("SELECT 1"));
    }
}
