package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.kernel.BinderCalls;
import traceglass.protos.ftrace.BinderCommandFtraceEvent;
import traceglass.protos.ftrace.BinderReturnFtraceEvent;
import traceglass.protos.ftrace.BinderTransactionAllocBufFtraceEvent;
import traceglass.protos.ftrace.BinderTransactionFtraceEvent;
import traceglass.protos.ftrace.BinderTransactionReceivedFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;

/// Handles events of Android's binder IPC; see [BinderCalls].
final class BinderEvents extends EventFamily {

    private final BinderCalls calls;

    BinderEvents(ImportContext context) {
        super(context);
        calls = new BinderCalls(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.BINDER_TRANSACTION_FIELD_NUMBER,
                e -> calls.addTransaction(
                        e.ts(),
                        e.tid(),
                        e.asInt(BinderTransactionFtraceEvent.DEBUG_ID_FIELD_NUMBER),
                        e.asInt(BinderTransactionFtraceEvent.TARGET_NODE_FIELD_NUMBER),
                        e.asUint32(BinderTransactionFtraceEvent.TO_PROC_FIELD_NUMBER),
                        e.asUint32(BinderTransactionFtraceEvent.TO_THREAD_FIELD_NUMBER),
                        e.asInt(BinderTransactionFtraceEvent.REPLY_FIELD_NUMBER) == 1,
                        e.asInt(BinderTransactionFtraceEvent.FLAGS_FIELD_NUMBER),
                        BinderCalls.hex(e.asUint32(BinderTransactionFtraceEvent.CODE_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.BINDER_TRANSACTION_RECEIVED_FIELD_NUMBER,
                e -> calls.addReceived(
                        e.ts(), e.tid(), e.asInt(BinderTransactionReceivedFtraceEvent.DEBUG_ID_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.BINDER_COMMAND_FIELD_NUMBER,
                e -> calls.addCommand(e.tid(), e.asInt(BinderCommandFtraceEvent.CMD_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.BINDER_RETURN_FIELD_NUMBER,
                e -> calls.addReturn(e.ts(), e.tid(), e.asInt(BinderReturnFtraceEvent.CMD_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.BINDER_TRANSACTION_ALLOC_BUF_FIELD_NUMBER,
                e -> calls.addBuffer(
                        e.tid(),
                        e.asLong(BinderTransactionAllocBufFtraceEvent.DATA_SIZE_FIELD_NUMBER),
                        e.asLong(BinderTransactionAllocBufFtraceEvent.OFFSETS_SIZE_FIELD_NUMBER)));
        handlers.on(FtraceEvent.BINDER_LOCK_FIELD_NUMBER, e -> calls.lock(e.ts(), e.tid()));
        handlers.on(FtraceEvent.BINDER_LOCKED_FIELD_NUMBER, e -> calls.addLock(e.ts(), e.tid()));
        handlers.on(FtraceEvent.BINDER_UNLOCK_FIELD_NUMBER, e -> calls.unlock(e.ts(), e.tid()));
    }
}
