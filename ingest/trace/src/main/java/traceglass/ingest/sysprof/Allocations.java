package traceglass.ingest.sysprof;

import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.nativeheap.HeapTimeline;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.StatNames;

/// Allocations and releases of native memory, by process. A release is attributed to the callstack of its allocation;
/// releases of memory that was allocated before the capture are ignored.
final class Allocations {

    private static final int STACK = 48;
    private static final long NS_PER_MS = 1_000_000;

    private final ImportContext context;
    private final CaptureStacks stacks;
    private final Map<Integer, Heap> heaps = new TreeMap<>();

    private record Block(int callsite, long bytes) {}

    /// Memory of a process.
    private static final class Heap {
        final int pid;
        final HeapTimeline timeline;
        final LongMap<Block> live = new LongMap<>();
        private final long start;
        private long lastMs;

        Heap(ImportContext context, int upid, int pid, long start) {
            this.pid = pid;
            this.start = start;
            timeline = new HeapTimeline(context, upid, "libc.malloc", ns -> start + ns);
        }

        /// Sets the time of the next event. Changes within a millisecond are recorded at its end.
        void setTime(long ts) {
            long ms = (ts - start) / NS_PER_MS;
            if (ms > lastMs) {
                timeline.setTime(lastMs + 1);
                lastMs = ms;
            }
        }

        void finish(String title) {
            timeline.setTime(lastMs + 1);
            timeline.finish("sysprof_file", title);
        }
    }

    Allocations(ImportContext context, CaptureStacks stacks) {
        this.context = context;
        this.stacks = stacks;
    }

    void add(long ts, CaptureFrame frame) {
        long address = frame.i64(CaptureFrame.HEADER_SIZE);
        long bytes = frame.i64(32);
        int tid = frame.i32(40);
        int utid = context.processes().updateThread(tid > 0 ? tid : frame.pid(), frame.pid());
        int upid = context.processes().upidOf(utid);
        Heap heap = heaps.computeIfAbsent(upid, u -> new Heap(context, upid, frame.pid(), ts));
        heap.setTime(ts);
        Block released = heap.live.remove(address);
        if (released != null) {
            heap.timeline.free(released.callsite, released.bytes);
        }
        if (bytes > 0) {
            if (released != null) {
                context.stats().increment(StatNames.SYSPROF_REUSED_ADDRESS);
            }
            int recorded = stacks.callsite(frame, upid, STACK, frame.u16(44));
            int callsite = recorded == ProfilerSamples.NONE ? stacks.unknownCallsite() : recorded;
            heap.live.put(address, new Block(callsite, bytes));
            heap.timeline.allocate(callsite, bytes);
        } else if (released == null) {
            context.stats().increment(StatNames.SYSPROF_UNKNOWN_RELEASE);
        }
    }

    /// Writes the profiles. Called after the last event.
    void finish() {
        heaps.values().forEach(heap -> heap.finish(heaps.size() > 1 ? "Sysprof " + heap.pid : "Sysprof"));
    }
}
