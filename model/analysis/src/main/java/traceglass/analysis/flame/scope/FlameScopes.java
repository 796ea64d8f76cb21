package traceglass.analysis.flame.scope;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.flame.FlameGraphTexts;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.FlameInputs;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Finds the scopes of a selection for which flame graphs are available, the default first. Call on a query
/// thread.
public final class FlameScopes {

    private FlameScopes() {}

    /// Returns whether a selection may have scopes.
    public static boolean canHaveScopes(Selection selection) {
        return switch (selection) {
            case Selection.Area area -> area.end() > area.start();
            case Selection.Event event ->
                Subjects.table(event.table()).filter(EventTable::hasFlames).isPresent();
            default -> false;
        };
    }

    /// Returns the scopes of a selection, the default first; empty if it has none.
    public static List<FlameScope> of(TraceQueries q, Selection selection, TimeSpan trace)
            throws QueryException, IOException {
        return switch (selection) {
            case Selection.Area area -> ofArea(q, area, trace);
            case Selection.Event event -> {
                Optional<EventTable> table = Subjects.table(event.table());
                yield table.isEmpty() ? List.of() : table.get().flames(q, event, trace);
            }
            default -> List.of();
        };
    }

    /// Returns the scope of the whole trace.
    public static FlameScope ofTrace(TimeSpan trace) {
        return FlameScope.range(FlameGraphTexts.WHOLE_TRACE, trace.start(), trace.end() + 1, trace.end())
                .withSlices(null)
                .withHeaps(null);
    }

    /// Returns the whole trace and its Java heap dumps; only the dumps if there is nothing else.
    public static List<FlameScope> ofWholeTrace(HeapAnalyses heaps, TimeSpan trace, TraceQueries q)
            throws QueryException, IOException {
        List<FlameScope> out = new ArrayList<>(List.of(ofTrace(trace)));
        RowStore dumps = RowReader.query(q, "SELECT upid, ts FROM heap_graph WHERE upid IS NOT NULL ORDER BY ts DESC");
        for (int r = 0; r < dumps.size(); r++) {
            out.add(FlameScope.ofDump(dumps.getLong(r, 0), dumps.getLong(r, 1), trace));
        }
        if (dumps.size() > 0 && Subjects.flameSources(heaps, q, out.getFirst()).isEmpty()) {
            out.removeFirst();
        }
        return out;
    }

    /// Returns whether there is a flame graph of the whole trace or of a dump in it.
    public static boolean hasGraphOfTrace(HeapAnalyses heaps, TimeSpan trace, TraceQueries q)
            throws QueryException, IOException {
        for (FlameScope scope : ofWholeTrace(heaps, trace, q)) {
            if (!Subjects.flameSources(heaps, q, scope).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /// Distinct contents of the tracks of a range, in order.
    private static final class Parts implements FlameInputs {

        private final Set<Long> slices = new LinkedHashSet<>();
        private final Set<Long> threads = new LinkedHashSet<>();
        private final Set<Long> processes = new LinkedHashSet<>();
        private final Set<FlameScope.Heap> heaps = new LinkedHashSet<>();
        private final Set<Long> dumpedProcesses = new LinkedHashSet<>();

        @Override
        public void addSlices(List<Long> trackIds) {
            slices.addAll(trackIds);
        }

        @Override
        public void addThread(long utid) {
            threads.add(utid);
        }

        @Override
        public void addProcess(long upid) {
            processes.add(upid);
        }

        @Override
        public void addHeap(long upid, String heap) {
            heaps.add(new FlameScope.Heap(upid, heap));
        }

        @Override
        public void addDumps(long upid) {
            dumpedProcesses.add(upid);
        }
    }

    private static List<FlameScope> ofArea(TraceQueries q, Selection.Area area, TimeSpan trace)
            throws QueryException, IOException {
        Parts parts = new Parts();
        area.tracks().forEach(n -> n.kind().addFlameInputs(parts));
        Set<Long> slices = parts.slices;
        Set<Long> threads = parts.threads;
        Set<Long> processes = parts.processes;
        Set<FlameScope.Heap> heaps = parts.heaps;
        Set<Long> dumpedProcesses = parts.dumpedProcesses;
        long end = Math.max(trace.end(), area.end());
        FlameScope scope = FlameScope.range(FlameGraphTexts.RANGE, area.start(), area.end(), end)
                .withSlices(List.copyOf(slices))
                .withSamplesOf(List.copyOf(threads), List.copyOf(processes))
                .withHeaps(List.copyOf(heaps));
        List<FlameScope> out = new ArrayList<>(List.of(scope));
        if (!threads.isEmpty() || !processes.isEmpty()) {
            Set<Long> owners = new LinkedHashSet<>(processes);
            if (!threads.isEmpty()) {
                RowStore rows = RowReader.query(
                        q,
                        "SELECT DISTINCT upid FROM thread WHERE upid IS NOT NULL AND utid IN ("
                                + FlameScope.list(threads) + ")");
                for (int r = 0; r < rows.size(); r++) {
                    owners.add(rows.getLong(r, 0));
                }
            }
            if (!owners.isEmpty()) {
                out.add(FlameScope.range(FlameGraphTexts.RANGE_ALL_THREADS, area.start(), area.end(), end)
                        .withSlices(List.copyOf(slices))
                        .withSamplesOf(List.of(), List.copyOf(owners))
                        .withHeaps(List.copyOf(heaps)));
            }
            out.add(FlameScope.range(FlameGraphTexts.RANGE_ALL_PROCESSES, area.start(), area.end(), end)
                    .withSlices(null)
                    .withHeaps(null));
        }
        if (!dumpedProcesses.isEmpty()) {
            RowStore dumps = RowReader.query(
                    q,
                    "SELECT upid, ts FROM heap_graph WHERE upid IN (" + FlameScope.list(dumpedProcesses)
                            + ") AND ts BETWEEN " + area.start() + " AND " + area.end() + " ORDER BY ts");
            for (int r = 0; r < dumps.size(); r++) {
                out.add(r, FlameScope.ofDump(dumps.getLong(r, 0), dumps.getLong(r, 1), trace));
            }
            // If only tracks of heap dumps are selected, the range itself has nothing else to show.
            if (dumps.size() > 0 && area.tracks().size() > dumpedProcesses.size()) {
                out.remove(scope);
                out.addFirst(scope);
            }
        }
        out.add(FlameScope.range(FlameGraphTexts.THESE_TRACKS, trace.start(), trace.end() + 1, end)
                .withSlices(List.copyOf(slices))
                .withSamplesOf(List.copyOf(threads), List.copyOf(processes))
                .withHeaps(List.copyOf(heaps)));
        out.add(ofTrace(trace));
        return out;
    }
}
