package traceglass.analysis.flame;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Scope of a flame graph: a time range, and the tracks, threads, processes or heaps whose events in it count.
///
/// @param title title for the choice of scopes: `Selected range`
/// @param start start in ns
/// @param end end in ns
/// @param traceEnd end of the trace in ns; end of events that never ended
/// @param slices `track_id`s of slices; null for all tracks
/// @param threads `utid`s whose samples count
/// @param processes `upid`s whose samples count; without threads and processes, all samples count
/// @param sample the only sample that counts, or −1
/// @param heaps native heaps whose profiles count; null for all
/// @param dump the Java heap dump, or null
public record FlameScope(
        String title,
        long start,
        long end,
        long traceEnd,
        List<Long> slices,
        List<Long> threads,
        List<Long> processes,
        long sample,
        List<Heap> heaps,
        Dump dump) {

    /// Profiled native heap.
    ///
    /// @param name name of the heap, such as `libc.malloc`
    public record Heap(long upid, String name) {}

    /// Java heap dump.
    ///
    /// @param ts time of the dump, ns
    public record Dump(long upid, long ts) {}

    public static FlameScope range(String title, long start, long end, long traceEnd) {
        return new FlameScope(title, start, end, traceEnd, List.of(), List.of(), List.of(), -1, List.of(), null);
    }

    public FlameScope withSlices(List<Long> tracks) {
        return new FlameScope(title, start, end, traceEnd, tracks, threads, processes, sample, heaps, dump);
    }

    public FlameScope withSamplesOf(List<Long> utids, List<Long> upids) {
        return new FlameScope(title, start, end, traceEnd, slices, utids, upids, sample, heaps, dump);
    }

    public FlameScope withSample(long id) {
        return new FlameScope(title, start, end, traceEnd, slices, threads, processes, id, heaps, dump);
    }

    public FlameScope withHeaps(List<Heap> profiled) {
        return new FlameScope(title, start, end, traceEnd, slices, threads, processes, sample, profiled, dump);
    }

    public FlameScope withDump(Dump dump) {
        return new FlameScope(title, start, end, traceEnd, slices, threads, processes, sample, heaps, dump);
    }

    /// Returns the title with the time range for display.
    ///
    /// @param traceStart start of the trace in ns
    public String label(long traceStart) {
        return dump == null ? title + ", " + TimeText.range(start, end, traceStart) : title;
    }

    public static String list(Collection<Long> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /// Returns the scope of all samples of a trace.
    public static FlameScope ofTrace(String title, TimeSpan trace) {
        return range(title, trace.start(), trace.end() + 1, trace.end());
    }

    /// Returns the scope of a Java heap dump.
    ///
    /// @param ts time of the dump, ns
    public static FlameScope ofDump(long upid, long ts, TimeSpan trace) {
        return range(FlameGraphTexts.dump(TimeText.timestamp(ts, trace.start())), ts, ts, trace.end())
                .withDump(new Dump(upid, ts));
    }
}
