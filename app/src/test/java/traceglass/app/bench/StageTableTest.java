package traceglass.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StageTableTest {

    @Test
    void printsTheMediansOfAllRuns() {
        StageTable table = new StageTable();
        for (long i : new long[] {9, 2, 3}) {
            table.add("read", new ResourceUsage(i * 1_000_000, i * 2_000_000, i << 20), 1_000, "byte");
            table.add("sort", new ResourceUsage(1, 1, 1), 0, "event");
        }
        assertEquals(
                List.of(Map.of(
                        "stage",
                        "read",
                        "wall_ms",
                        3.0,
                        "cpu_ms",
                        6.0,
                        "allocated_mb",
                        3.0,
                        "count",
                        1_000L,
                        "unit",
                        "byte",
                        "cpu_ns_per_unit",
                        6_000.0)),
                table.rows());
    }
}
