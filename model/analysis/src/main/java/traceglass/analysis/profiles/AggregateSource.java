package traceglass.analysis.profiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.flame.Callstacks;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Profiles without times from files of one kind. Each profile is a measure: a heap profile of pprof has four, such as
/// `alloc_space` and `inuse_objects`.
///
/// @param scope kind of file: `pprof_file`, or empty
/// @param ids rows in `__intrinsic_aggregate_profile`, in the order in which their measures are offered
record AggregateSource(String scope, List<Long> ids) implements FlameSource {

    AggregateSource {
        ids = List.copyOf(ids);
    }

    /// Factor from a value to the value of a measure.
    private record Scaled(FlameMeasure measure, double factor) {}

    /// Returns the profiles by kind of file. They belong to no time, thread or process, so there are none for
    /// scopes with a selection.
    static List<AggregateSource> findAll(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        boolean isWholeTrace = scope.dump() == null
                && scope.sample() < 0
                && scope.threads().isEmpty()
                && scope.processes().isEmpty()
                && (scope.slices() == null || scope.slices().isEmpty());
        if (!isWholeTrace) {
            return List.of();
        }
        RowStore rows =
                RowReader.query(q, "SELECT id, coalesce(scope, '') FROM __intrinsic_aggregate_profile ORDER BY id");
        Map<String, List<Long>> byScope = new LinkedHashMap<>();
        for (int r = 0; r < rows.size(); r++) {
            byScope.computeIfAbsent(rows.getText(r, 1), s -> new ArrayList<>()).add(rows.getLong(r, 0));
        }
        List<AggregateSource> found = new ArrayList<>();
        byScope.forEach((name, ids) -> found.add(new AggregateSource(name, ids)));
        return found;
    }

    @Override
    public String id() {
        return "profile:" + scope;
    }

    @Override
    public String title() {
        return ProfileTexts.source(scope);
    }

    /// Like samples, they are shown before anything else.
    @Override
    public int preference() {
        return 2;
    }

    @Override
    public FlameData read(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        List<Scaled> scaled = measures(q);
        FlameFrames.Builder tree = new FlameFrames.Builder(scaled.size());
        RowStore values = RowReader.query(q, """
            SELECT aggregate_profile_id, callsite_id, sum(value)
            FROM __intrinsic_aggregate_sample
            WHERE aggregate_profile_id IN (%s) AND callsite_id IS NOT NULL
            GROUP BY ALL ORDER BY 1, 2\
            """.formatted(FlameScope.list(ids)));
        Callstacks stacks = values.size() == 0 ? null : Callstacks.read(q);
        Map<Long, Integer> nodes = new HashMap<>();
        for (int r = 0; r < values.size(); r++) {
            int node = nodes.computeIfAbsent(values.getLong(r, 1), site -> stacks.addBelow(0, site, tree));
            int measure = ids.indexOf(values.getLong(r, 0));
            if (node > 0) {
                tree.add(node, measure, Math.round(values.getDouble(r, 2) * scaled.get(measure).factor));
            }
        }
        return new FlameData(scaled.stream().map(Scaled::measure).toList(), tree.build());
    }

    private List<Scaled> measures(TraceQueries q) throws QueryException, IOException {
        RowStore rows = RowReader.query(q, """
            SELECT p.id, coalesce(p.sample_type_type, ''), coalesce(p.sample_type_unit, ''),
              coalesce(bool_and(s.value = floor(s.value)), true)
            FROM __intrinsic_aggregate_profile AS p
            LEFT JOIN __intrinsic_aggregate_sample AS s ON s.aggregate_profile_id = p.id
            WHERE p.id IN (%s)
            GROUP BY ALL ORDER BY p.id\
            """.formatted(FlameScope.list(ids)));
        Map<String, Integer> seen = new HashMap<>();
        List<Scaled> scaled = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            String type = rows.getText(r, 1);
            int number = seen.merge(type, 1, Integer::sum);
            scaled.add(scaled(number, type, rows.getText(r, 2), rows.getLong(r, 3) != 0));
        }
        return scaled;
    }

    /// @param number position among measures of this type, from 1
    private static Scaled scaled(int number, String type, String unit, boolean isIntegral) {
        String id = number == 1 ? type : type + ":" + number;
        String title = ProfileTexts.measure(type, number);
        return switch (unit) {
            case "nanoseconds", "ns" -> new Scaled(new FlameMeasure(id, title, FlameMeasure.Unit.NANOSECONDS), 1);
            case "microseconds", "us", "µs" ->
                new Scaled(new FlameMeasure(id, title, FlameMeasure.Unit.NANOSECONDS), 1_000);
            case "milliseconds", "ms" -> new Scaled(new FlameMeasure(id, title, FlameMeasure.Unit.NANOSECONDS), 1e6);
            case "seconds", "s" -> new Scaled(new FlameMeasure(id, title, FlameMeasure.Unit.NANOSECONDS), 1e9);
            case "bytes", "byte", "B" -> new Scaled(new FlameMeasure(id, title, FlameMeasure.Unit.BYTES), 1);
            case "kilobytes", "KB" -> new Scaled(new FlameMeasure(id, title, FlameMeasure.Unit.BYTES), 1 << 10);
            case "megabytes", "MB" -> new Scaled(new FlameMeasure(id, title, FlameMeasure.Unit.BYTES), 1 << 20);
            default -> {
                FlameMeasure.Unit counted = type.equals("samples") || type.equals("sample")
                        ? FlameMeasure.Unit.SAMPLES
                        : type.endsWith("objects") ? FlameMeasure.Unit.OBJECTS : FlameMeasure.Unit.COUNTER;
                yield isIntegral
                        ? new Scaled(new FlameMeasure(id, title, counted), 1)
                        : new Scaled(new FlameMeasure(id, title, FlameMeasure.Unit.WEIGHT), 1_000);
            }
        };
    }
}
