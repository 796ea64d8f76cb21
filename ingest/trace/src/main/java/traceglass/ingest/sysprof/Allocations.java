package traceglass.ingest.sysprof;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Allocations of native memory and their ends. An end counts for the callstack of its allocation; those of
/// allocations before the capture are left out.
final class Allocations {

    private static final int STACK = 48;

    private final ImportContext context;
    private final CaptureStacks stacks;
    private final int heap;
    /// Allocated memory by address and process.
    private final LongMap<LongMap<Block>> live = new LongMap<>();

    private record Block(int callsite, long bytes) {}

    Allocations(ImportContext context, CaptureStacks stacks) {
        this.context = context;
        this.stacks = stacks;
        heap = context.strings().intern("libc.malloc");
    }

    void add(long ts, CaptureFrame frame) {
        long address = frame.i64(CaptureFrame.HEADER);
        long bytes = frame.i64(32);
        int tid = frame.i32(40);
        int utid = context.processes().updateThread(tid > 0 ? tid : frame.pid(), frame.pid());
        int upid = context.processes().upidOf(utid);
        LongMap<Block> blocks = live.computeIfAbsent(upid, u -> new LongMap<>());
        if (bytes > 0) {
            int callsite = stacks.callsite(frame, upid, STACK, frame.u16(44));
            blocks.put(address, new Block(callsite, bytes));
            addRow(ts, upid, callsite, 1, bytes);
        } else {
            Block block = blocks.remove(address);
            if (block != null) {
                addRow(ts, upid, block.callsite, -1, -block.bytes);
            }
        }
    }

    private void addRow(long ts, int upid, int callsite, long count, long bytes) {
        if (callsite == ProfilerSamples.NONE) {
            return;
        }
        Table table = context.storage().table(TableNames.HeapProfileAllocation.TABLE);
        int row = table.addRow();
        table.longs(TableNames.HeapProfileAllocation.TS).set(row, ts);
        table.ints(TableNames.HeapProfileAllocation.UPID).set(row, upid);
        table.strings(TableNames.HeapProfileAllocation.HEAP_NAME).set(row, heap);
        table.ints(TableNames.HeapProfileAllocation.CALLSITE_ID).set(row, callsite);
        table.longs(TableNames.HeapProfileAllocation.COUNT).set(row, count);
        table.longs(TableNames.HeapProfileAllocation.SIZE).set(row, bytes);
    }
}
