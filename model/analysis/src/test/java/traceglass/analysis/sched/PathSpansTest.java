package traceglass.analysis.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;

class PathSpansTest {

    private static PathSpans spans(String rows) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            return PathSpans.of(RowReader.query(new TraceQueries(c), """
                    SELECT * FROM (VALUES %s) AS t(ts, dur, self_state, self_io_wait, thread, tid, state_code, io_wait, slice)\
                    """.formatted(rows)));
        }
    }

    private static List<String> lane(PathSpans spans, int lane) {
        return spans.lanes().get(lane).spans().stream()
                .map(s -> s.start() + "-" + s.end() + " " + s.text() + " of row " + s.row())
                .toList();
    }

    @Test
    void consecutiveRowsOfTheSameTextAreOneSpan() throws Exception {
        PathSpans spans = spans("""
                (10, 10, 'D', 1, 'worker', 7, 'Running', NULL, 'read'),
                (20, 10, 'D', 1, 'worker', 7, 'Running', NULL, NULL),
                (30, 5, 'D', 0, NULL, 8, 'R', NULL, 'read'),
                (40, 5, 'S', NULL, 'main', NULL, 'S', NULL, 'read')\
                """);
        assertEquals(
                List.of(
                        "10-30 Uninterruptible Sleep (IO) of row 0",
                        "30-35 Uninterruptible Sleep (non-IO) of row 2",
                        "40-45 Sleeping of row 3"),
                lane(spans, 0));
        assertEquals(List.of("10-30 worker 7 of row 0", "30-35 8 of row 2", "40-45 main of row 3"), lane(spans, 1));
        assertEquals(
                List.of("10-30 Running of row 0", "30-35 Runnable of row 2", "40-45 Sleeping of row 3"),
                lane(spans, 2));
        assertEquals(List.of("10-20 read of row 0", "30-35 read of row 2", "40-45 read of row 3"), lane(spans, 3));
    }

    @Test
    void theFirstOfOverlappingRowsIsDrawn() throws Exception {
        PathSpans spans = spans("""
                (10, 20, 'S', NULL, 'a', 1, 'Running', NULL, 'one'),
                (10, 20, 'S', NULL, 'a', 1, 'Running', NULL, 'two'),
                (25, 15, 'S', NULL, 'a', 1, 'Running', NULL, 'three')\
                """);
        assertEquals(List.of("10-40 a 1 of row 0"), lane(spans, 1));
        assertEquals(List.of("10-30 one of row 0", "30-40 three of row 2"), lane(spans, 3));
    }
}
