package traceglass.analysis.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.analysis.flame.Callstacks;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Allocations on one heap by callstack, from profiles whose counts are relative to the previous dump.
///
/// As in Perfetto's flame graphs, the unreleased size is 0 for callsites that released more than they allocated within
/// the range, and a range that ends between two dumps extends to the later one.
///
/// @param heap name of the heap, such as `libc.malloc`
public record HeapProfileSource(String heap) implements FlameSource {

    @Override
    public String id() {
        return "heap-profile:" + heap;
    }

    @Override
    public String title() {
        return switch (heap) {
            case "libc.malloc" -> MemoryTexts.NATIVE_PROFILE;
            case "com.android.art" -> MemoryTexts.ART_ALLOCATIONS;
            default -> MemoryTexts.profile(heap);
        };
    }

    private List<FlameMeasure> measures() {
        return switch (heap) {
            case "libc.malloc" ->
                List.of(
                        bytes("unreleased_malloc_size", MemoryTexts.UNRELEASED_MALLOC_SIZE),
                        allocations("unreleased_malloc_count", MemoryTexts.UNRELEASED_MALLOC_COUNT),
                        bytes("total_malloc_size", MemoryTexts.TOTAL_MALLOC_SIZE),
                        allocations("total_malloc_count", MemoryTexts.TOTAL_MALLOC_COUNT));
            case "com.android.art" ->
                List.of(
                        bytes("total_allocation_size", MemoryTexts.TOTAL_ALLOCATION_SIZE),
                        allocations("total_allocation_count", MemoryTexts.TOTAL_ALLOCATION_COUNT));
            default ->
                List.of(
                        bytes("unreleased_size", MemoryTexts.UNRELEASED_SIZE),
                        allocations("unreleased_count", MemoryTexts.UNRELEASED_COUNT),
                        bytes("total_size", MemoryTexts.TOTAL_SIZE),
                        allocations("total_count", MemoryTexts.TOTAL_COUNT));
        };
    }

    private static FlameMeasure bytes(String id, String title) {
        return new FlameMeasure(id, title, FlameMeasure.Unit.BYTES);
    }

    private static FlameMeasure allocations(String id, String title) {
        return new FlameMeasure(id, title, FlameMeasure.Unit.ALLOCATIONS);
    }

    /// Returns a source for each heap that has allocations in the scope.
    static List<HeapProfileSource> in(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        if (scope.heaps() != null && scope.heaps().isEmpty()) {
            return List.of();
        }
        RowStore names = RowReader.query(
                q,
                "SELECT DISTINCT coalesce(heap_name, '?') FROM heap_profile_allocation AS a WHERE "
                        + heapCondition(scope.heaps()) + " AND a.ts >= " + scope.start() + " ORDER BY 1");
        List<HeapProfileSource> out = new ArrayList<>();
        for (int r = 0; r < names.size(); r++) {
            out.add(new HeapProfileSource(names.getText(r, 0)));
        }
        return out;
    }

    private static String heapCondition(List<FlameScope.Heap> heaps) {
        return heaps == null
                ? "true"
                : heaps.stream()
                        .map(h -> "(a.upid = " + h.upid() + " AND coalesce(a.heap_name, '?') = '"
                                + h.name().replace("'", "''") + "')")
                        .collect(Collectors.joining(" OR ", "(", ")"));
    }

    @Override
    public FlameData read(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        RowStore sites = RowReader.query(
                q,
                SqlLabels.insert("""
                    WITH chosen AS (
                      SELECT a.upid, a.ts, a.callsite_id, a.count, a.size FROM heap_profile_allocation AS a
                      WHERE coalesce(a.heap_name, '?') = '%s' AND %s AND a.ts >= %d
                    ), last AS (
                      SELECT upid, coalesce(min(ts) FILTER (ts >= %d), %d) AS ts FROM chosen GROUP BY upid
                    )
                    SELECT
                      a.upid, a.callsite_id, any_value(coalesce(p.cmdline, p.name, {process} || a.upid)),
                      CASE WHEN sum(a.count) > 0 THEN sum(a.size) ELSE 0 END, CASE WHEN sum(a.count) > 0 THEN sum(a.count) ELSE 0 END,
                      sum(greatest(a.size, 0)), sum(greatest(a.count, 0))
                    FROM chosen AS a JOIN last AS l ON l.upid = a.upid AND a.ts <= l.ts LEFT JOIN process AS p ON p.upid = a.upid
                    WHERE a.callsite_id IS NOT NULL
                    GROUP BY a.upid, a.callsite_id ORDER BY a.upid, a.callsite_id\
                    """, "process", MemoryTexts.PROCESS_NUMBER)
                        .formatted(
                                heap.replace("'", "''"),
                                heapCondition(scope.heaps()),
                                scope.start(),
                                scope.end(),
                                scope.end()));
        List<FlameMeasure> measures = measures();
        FlameFrames.Builder tree = new FlameFrames.Builder(measures.size());
        Set<Long> processes = new HashSet<>();
        for (int r = 0; r < sites.size(); r++) {
            processes.add(sites.getLong(r, 0));
        }
        Callstacks stacks = sites.size() == 0 ? null : Callstacks.read(q);
        for (int r = 0; r < sites.size(); r++) {
            String process = sites.getText(r, 2);
            int node = stacks.addBelow(
                    processes.size() > 1 ? tree.getOrAddChild(0, process, process) : 0, sites.getLong(r, 1), tree);
            for (int v = 0; v < measures.size() && node > 0; v++) {
                tree.add(node, v, (long) sites.getDouble(r, 3 + v));
            }
        }
        return new FlameData(measures, tree.build());
    }
}
