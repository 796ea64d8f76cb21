package traceglass.analysis.memory;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.GenericEventTable;
import traceglass.analysis.flame.source.FlameSources;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of process memory: profiles and dumps of heaps, mappings, snapshots.
public final class MemorySubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new HeapTracks(), new MemoryTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(
                new HeapProfileTable(),
                new HeapGraphTable(),
                new GenericEventTable(
                        "profiler_smaps", 140, "profiler_smaps", "SELECT ts, NULL FROM profiler_smaps AS s"),
                new GenericEventTable(
                                "memory_snapshot",
                                150,
                                "memory_snapshot",
                                "SELECT timestamp, NULL FROM memory_snapshot AS s")
                        .withTimeColumn("timestamp"));
    }

    @Override
    public List<FlameSources> flames() {
        return List.of(
                new FlameSources(
                        5,
                        (heaps, q, scope) -> scope.dump() == null
                                ? List.of()
                                : List.of(new HeapGraphSource(heaps, false), new HeapGraphSource(heaps, true))),
                new FlameSources(
                        40, (heaps, q, scope) -> scope.dump() != null ? List.of() : HeapProfileSource.in(q, scope)));
    }
}
