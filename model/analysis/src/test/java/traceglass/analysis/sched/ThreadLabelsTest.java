package traceglass.analysis.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.RowQueries;

/// Tests labels of threads on CPU tracks.
class ThreadLabelsTest {

    @Test
    void labelContainsTheKnownNamesAndIdsOfThreadAndProcess() throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            s.execute("""
                CREATE TABLE __intrinsic_process(id BIGINT, pid BIGINT, name VARCHAR);
                CREATE TABLE __intrinsic_thread(id BIGINT, tid BIGINT, name VARCHAR, upid BIGINT, is_idle INTEGER);
                INSERT INTO __intrinsic_process VALUES (0, 100, '/usr/bin/server'), (1, 200, NULL);
                INSERT INTO __intrinsic_thread VALUES (0, 0, 'swapper', NULL, 1), (1, 100, 'server', 0, 0), (2, 101, 'worker', 0, NULL),
                  (3, 201, '', 1, 0), (4, 300, NULL, NULL, 0);
                """);
            Map<Long, ThreadLabels.Label> labels = new ThreadLabels().read(RowQueries.on(c));
            assertEquals(
                    Map.of(
                            0L, new ThreadLabels.Label("swapper", "swapper", "swapper", true, -1),
                            1L, new ThreadLabels.Label("server", "server", "server", false, 0),
                            2L, new ThreadLabels.Label("worker", "worker · server", "server", false, 0),
                            3L,
                                    new ThreadLabels.Label(
                                            "Thread 201", "Thread 201 · Process 200", "Process 200", false, 1),
                            4L, new ThreadLabels.Label("Thread 300", "Thread 300", "Thread 300", false, -1)),
                    labels);
        }
    }
}
