package traceglass.ingest.ftrace;

import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FuncgraphEntryFtraceEvent;
import traceglass.protos.ftrace.FuncgraphExitFtraceEvent;
import traceglass.protos.ftrace.HrtimerExpireEntryFtraceEvent;
import traceglass.protos.ftrace.MmShrinkSlabStartFtraceEvent;
import traceglass.protos.ftrace.SchedBlockedReasonFtraceEvent;
import traceglass.protos.ftrace.WorkqueueExecuteStartFtraceEvent;
import traceglass.protos.ftrace.WorkqueueQueueWorkFtraceEvent;
import traceglass.store.table.StringPool;

/// Fields that refer to a kernel function by the number of an interned symbol. The symbols are no longer available when
/// raw events are decoded, so the name replaces the number in the stored fields of the event.
final class SymbolFields {

    private static final int[] FIELD_OF_EVENT = new int[EventNames.count()];

    static {
        FIELD_OF_EVENT[FtraceEvent.SCHED_BLOCKED_REASON_FIELD_NUMBER] =
                SchedBlockedReasonFtraceEvent.CALLER_FIELD_NUMBER;
        FIELD_OF_EVENT[FtraceEvent.WORKQUEUE_QUEUE_WORK_FIELD_NUMBER] =
                WorkqueueQueueWorkFtraceEvent.FUNCTION_FIELD_NUMBER;
        // The event's only field is not the function, but trace processor reads field 2 anyway.
        FIELD_OF_EVENT[FtraceEvent.WORKQUEUE_ACTIVATE_WORK_FIELD_NUMBER] =
                WorkqueueExecuteStartFtraceEvent.FUNCTION_FIELD_NUMBER;
        FIELD_OF_EVENT[FtraceEvent.WORKQUEUE_EXECUTE_START_FIELD_NUMBER] =
                WorkqueueExecuteStartFtraceEvent.FUNCTION_FIELD_NUMBER;
        FIELD_OF_EVENT[FtraceEvent.WORKQUEUE_EXECUTE_END_FIELD_NUMBER] =
                WorkqueueExecuteStartFtraceEvent.FUNCTION_FIELD_NUMBER;
        FIELD_OF_EVENT[FtraceEvent.FUNCGRAPH_ENTRY_FIELD_NUMBER] = FuncgraphEntryFtraceEvent.FUNC_FIELD_NUMBER;
        FIELD_OF_EVENT[FtraceEvent.FUNCGRAPH_EXIT_FIELD_NUMBER] = FuncgraphExitFtraceEvent.FUNC_FIELD_NUMBER;
        FIELD_OF_EVENT[FtraceEvent.MM_SHRINK_SLAB_START_FIELD_NUMBER] =
                MmShrinkSlabStartFtraceEvent.SHRINK_FIELD_NUMBER;
        FIELD_OF_EVENT[FtraceEvent.HRTIMER_EXPIRE_ENTRY_FIELD_NUMBER] =
                HrtimerExpireEntryFtraceEvent.FUNCTION_FIELD_NUMBER;
    }

    private final StringPool strings;
    private final ProtoBytes rewritten = new ProtoBytes();
    private final ProtoCursor cursor = new ProtoCursor();

    SymbolFields(StringPool strings) {
        this.strings = strings;
    }

    /// Returns the field with the address of a function; 0 if the event has none.
    static int fieldOf(int eventId) {
        return eventId < FIELD_OF_EVENT.length ? FIELD_OF_EVENT[eventId] : 0;
    }

    /// Returns the fields to store, valid until the next call; null if the fields need no change.
    ProtoBytes resolve(KernelEvent e) {
        int field = FIELD_OF_EVENT[e.id()];
        if (field == 0) {
            return null;
        }
        rewritten.clear();
        ProtoCursor c = cursor.enter(e.buffer(), e.offset(), e.length());
        int start = e.offset();
        while (c.next()) {
            int end = c.position();
            int name = c.field() == field && c.wire() != ProtoCursor.BYTES ? e.symbol(c.asLong()) : -1;
            if (name >= 0) {
                rewritten.bytes(field, strings.utf8(name));
            } else {
                rewritten.raw(e.buffer(), start, end - start);
            }
            start = end;
        }
        return rewritten;
    }
}
