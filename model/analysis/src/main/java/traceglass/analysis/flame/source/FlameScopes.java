package traceglass.analysis.flame.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;
import traceglass.analysis.tree.EventOwner;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// The scopes that a selection offers flame graphs of, the one it means first. Work for a query thread.
public final class FlameScopes {

    private static final Set<String> SAMPLES =
            Set.of("perf_sample", "instruments_sample", "cpu_profile_stack_sample", "stack_sample");

    private FlameScopes() {}

    /// Whether a selection may have any.
    public static boolean has(Selection selection) {
        return switch (selection) {
            case Selection.Area area -> area.end() > area.start();
            case Selection.Event event ->
                SAMPLES.contains(event.table())
                        || event.table().equals("heap_profile_allocation")
                        || event.table().equals("heap_graph");
            default -> false;
        };
    }

    public static List<FlameScope> of(TraceQueries q, Selection selection, TimeSpan trace)
            throws QueryException, IOException {
        return switch (selection) {
            case Selection.Area area -> area(q, area, trace);
            case Selection.Event event when SAMPLES.contains(event.table()) -> sample(q, event, trace);
            case Selection.Event event when event.table().equals("heap_profile_allocation") -> profile(q, event, trace);
            case Selection.Event event when event.table().equals("heap_graph") -> dump(q, event, trace);
            default -> List.of();
        };
    }

    /// All of a trace.
    public static FlameScope whole(TimeSpan trace) {
        return FlameScope.range("Whole trace", trace.start(), trace.end() + 1, trace.end())
                .withSlices(null)
                .withHeaps(null);
    }

    /// All of a trace, and its Java heap dumps; those alone where there is nothing else.
    public static List<FlameScope> everything(HeapAnalyses heaps, TimeSpan trace, TraceQueries q)
            throws QueryException, IOException {
        List<FlameScope> out = new ArrayList<>(List.of(whole(trace)));
        RowStore dumps = RowReader.query(q, "SELECT upid, ts FROM heap_graph WHERE upid IS NOT NULL ORDER BY ts DESC");
        for (int r = 0; r < dumps.size(); r++) {
            out.add(dump(dumps.getLong(r, 0), dumps.getLong(r, 1), trace));
        }
        if (dumps.size() > 0 && FlameSource.in(heaps, q, out.getFirst()).isEmpty()) {
            out.removeFirst();
        }
        return out;
    }

    private static List<FlameScope> area(TraceQueries q, Selection.Area area, TimeSpan trace)
            throws QueryException, IOException {
        Set<Long> slices = new LinkedHashSet<>();
        Set<Long> threads = new LinkedHashSet<>();
        Set<Long> processes = new LinkedHashSet<>();
        Set<FlameScope.Heap> heaps = new LinkedHashSet<>();
        Set<Long> dumped = new LinkedHashSet<>();
        for (TrackNode node : area.tracks()) {
            switch (node.source()) {
                case TrackSource.Slices s -> slices.addAll(s.trackIds());
                case TrackSource.ThreadState t -> threads.add(t.utid());
                default -> {}
            }
            switch (EventOwner.of(node).orElse(null)) {
                case EventOwner.ThreadSamples t -> threads.add(t.utid());
                case EventOwner.ProcessSamples p -> processes.add(p.upid());
                case EventOwner.HeapProfile h -> heaps.add(new FlameScope.Heap(h.upid(), h.heap()));
                case EventOwner.HeapGraph g -> dumped.add(g.upid());
                case null -> {}
            }
        }
        long end = Math.max(trace.end(), area.end());
        FlameScope chosen = FlameScope.range("Selected range", area.start(), area.end(), end)
                .withSlices(List.copyOf(slices))
                .withSamplesOf(List.copyOf(threads), List.copyOf(processes))
                .withHeaps(List.copyOf(heaps));
        List<FlameScope> out = new ArrayList<>(List.of(chosen));
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
                out.add(FlameScope.range("Selected range, all threads", area.start(), area.end(), end)
                        .withSlices(List.copyOf(slices))
                        .withSamplesOf(List.of(), List.copyOf(owners))
                        .withHeaps(List.copyOf(heaps)));
            }
            out.add(FlameScope.range("Selected range, all processes", area.start(), area.end(), end)
                    .withSlices(null)
                    .withHeaps(null));
        }
        if (!dumped.isEmpty()) {
            RowStore dumps = RowReader.query(
                    q,
                    "SELECT upid, ts FROM heap_graph WHERE upid IN (" + FlameScope.list(dumped) + ") AND ts BETWEEN "
                            + area.start() + " AND " + area.end() + " ORDER BY ts");
            for (int r = 0; r < dumps.size(); r++) {
                out.add(r, dump(dumps.getLong(r, 0), dumps.getLong(r, 1), trace));
            }
            // Where nothing but dumps was selected, the range itself has nothing to show.
            if (dumps.size() > 0 && area.tracks().size() > dumped.size()) {
                out.remove(chosen);
                out.addFirst(chosen);
            }
        }
        out.add(FlameScope.range("Whole trace, these tracks", trace.start(), trace.end() + 1, end)
                .withSlices(List.copyOf(slices))
                .withSamplesOf(List.copyOf(threads), List.copyOf(processes))
                .withHeaps(List.copyOf(heaps)));
        out.add(whole(trace));
        return out;
    }

    private static List<FlameScope> sample(TraceQueries q, Selection.Event event, TimeSpan trace)
            throws QueryException, IOException {
        String utid = event.table().equals("stack_sample")
                ? "(SELECT utid FROM stack_sample_task_context AS x WHERE x.id = s.task_context_id)"
                : "s.utid";
        RowStore rows = RowReader.query(q, """
            SELECT t.utid, t.upid, coalesce(t.name, 'thread ' || t.tid), coalesce(p.name, 'process ' || p.pid)
            FROM %s AS s LEFT JOIN thread AS t ON t.utid = %s LEFT JOIN process AS p ON p.upid = t.upid
            WHERE s.callsite_id IS NOT NULL AND s.id = %d\
            """.formatted(event.table(), utid, event.id()));
        if (rows.size() == 0) {
            return List.of();
        }
        List<FlameScope> out = new ArrayList<>();
        if (!rows.isNull(0, 0)) {
            out.add(all("Thread " + rows.getText(0, 2), trace).withSamplesOf(List.of(rows.getLong(0, 0)), List.of()));
        }
        if (!rows.isNull(0, 1)) {
            out.add(all("Process " + rows.getText(0, 3), trace).withSamplesOf(List.of(), List.of(rows.getLong(0, 1))));
        }
        out.add(all("All processes", trace));
        out.add(all("This sample", trace).withSample(event.id()));
        return out;
    }

    private static FlameScope all(String title, TimeSpan trace) {
        return FlameScope.range(title, trace.start(), trace.end() + 1, trace.end());
    }

    private static List<FlameScope> profile(TraceQueries q, Selection.Event event, TimeSpan trace)
            throws QueryException, IOException {
        RowStore rows = RowReader.query(q, """
            SELECT a.upid, coalesce(a.heap_name, '?'), a.ts,
              (SELECT max(b.ts) FROM heap_profile_allocation AS b
               WHERE b.upid = a.upid AND b.heap_name IS NOT DISTINCT FROM a.heap_name AND b.ts < a.ts)
            FROM heap_profile_allocation AS a WHERE a.id =\
            """ + " " + event.id());
        if (rows.size() == 0 || rows.isNull(0, 0)) {
            return List.of();
        }
        List<FlameScope.Heap> heap = List.of(new FlameScope.Heap(rows.getLong(0, 0), rows.getText(0, 1)));
        long ts = rows.getLong(0, 2);
        List<FlameScope> out = new ArrayList<>();
        out.add(FlameScope.range(
                        "Up to the dump at " + TimeText.timestamp(ts, trace.start()),
                        Math.min(trace.start(), ts),
                        ts,
                        trace.end())
                .withHeaps(heap));
        if (!rows.isNull(0, 3)) {
            out.add(FlameScope.range("Since the dump before it", rows.getLong(0, 3) + 1, ts, trace.end())
                    .withHeaps(heap));
        }
        out.add(all("Whole trace", trace).withHeaps(heap));
        return out;
    }

    private static List<FlameScope> dump(TraceQueries q, Selection.Event event, TimeSpan trace)
            throws QueryException, IOException {
        RowStore rows = RowReader.query(q, "SELECT upid, ts FROM heap_graph WHERE id = " + event.id());
        if (rows.size() == 0 || rows.isNull(0, 0)) {
            return List.of();
        }
        return List.of(dump(rows.getLong(0, 0), rows.getLong(0, 1), trace));
    }

    /// A Java heap dump.
    static FlameScope dump(long upid, long ts, TimeSpan trace) {
        return FlameScope.range("Heap dump at " + TimeText.timestamp(ts, trace.start()), ts, ts, trace.end())
                .withDump(new FlameScope.Dump(upid, ts));
    }
}
