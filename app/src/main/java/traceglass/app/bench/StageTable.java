package traceglass.app.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// Measured stages in the order in which they were first added.
final class StageTable {

    private static final double NS_PER_MS = 1e6;
    private static final double BYTES_PER_MB = 1024.0 * 1024;

    private record Run(ResourceUsage usage, long count) {}

    private record Stage(String unit, List<Run> runs) {

        double median(ToLongFunction<Run> value) {
            return runs.stream().mapToLong(value).sorted().toArray()[runs.size() / 2];
        }
    }

    private final Map<String, Stage> stages = new LinkedHashMap<>();

    /// Adds a run of a stage.
    ///
    /// @param count number of processed units; the stage does not apply to the trace if it is 0
    /// @param unit what is counted, in the singular
    void add(String stage, ResourceUsage usage, long count, String unit) {
        if (count > 0) {
            stages.computeIfAbsent(stage, name -> new Stage(unit, new ArrayList<>()))
                    .runs
                    .add(new Run(usage, count));
        }
    }

    /// Returns one map per stage with the medians of its runs: `stage`, `wall_ms`, `cpu_ms`, `allocated_mb`, `count`,
    /// `unit` and `cpu_ns_per_unit`.
    List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        stages.forEach((name, stage) -> {
            double cpuNs = stage.median(r -> r.usage.cpuNs());
            double count = stage.median(r -> r.count);
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("stage", name);
            row.put("wall_ms", stage.median(r -> r.usage.wallNs()) / NS_PER_MS);
            row.put("cpu_ms", cpuNs / NS_PER_MS);
            row.put("allocated_mb", stage.median(r -> r.usage.allocatedBytes()) / BYTES_PER_MB);
            row.put("count", (long) count);
            row.put("unit", stage.unit);
            row.put("cpu_ns_per_unit", cpuNs / count);
            rows.add(row);
        });
        return rows;
    }
}
