package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.TrustyEnqueueNopFtraceEvent;
import traceglass.protos.ftrace.TrustyIpcConnectEndFtraceEvent;
import traceglass.protos.ftrace.TrustyIpcConnectFtraceEvent;
import traceglass.protos.ftrace.TrustyIpcHandleEventFtraceEvent;
import traceglass.protos.ftrace.TrustyIpcPollFtraceEvent;
import traceglass.protos.ftrace.TrustyIpcReadEndFtraceEvent;
import traceglass.protos.ftrace.TrustyIpcReadFtraceEvent;
import traceglass.protos.ftrace.TrustyIpcWriteFtraceEvent;
import traceglass.protos.ftrace.TrustyIrqFtraceEvent;
import traceglass.protos.ftrace.TrustyReclaimMemoryDoneFtraceEvent;
import traceglass.protos.ftrace.TrustyReclaimMemoryFtraceEvent;
import traceglass.protos.ftrace.TrustyShareMemoryDoneFtraceEvent;
import traceglass.protos.ftrace.TrustyShareMemoryFtraceEvent;
import traceglass.protos.ftrace.TrustySmcDoneFtraceEvent;
import traceglass.protos.ftrace.TrustySmcFtraceEvent;
import traceglass.protos.ftrace.TrustyStdCall32DoneFtraceEvent;

/// Handles calls into Trusty, Android's trusted execution environment.
final class TrustyEvents extends EventFamily {

    private final int category = id("tipc");

    TrustyEvents(ImportContext context) {
        super(context);
    }

    private void begin(KernelEvent e, String name) {
        begin(e, threadTrack(e), category, id(256, name), null);
    }

    private void handleInstant(KernelEvent e, String name) {
        instant(e, threadTrack(e), category, id(256, name), null);
    }

    private void end(KernelEvent e) {
        end(e, threadTrack(e), category, NULL, null);
    }

    /// Ends the call and, if `isError` is true, adds an instant with the message.
    private void end(KernelEvent e, boolean isError, String message) {
        end(e);
        if (isError) {
            handleInstant(e, message);
        }
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.TRUSTY_SMC_FIELD_NUMBER,
                e -> begin(
                        e,
                        threadTrack(e),
                        category,
                        id(
                                48,
                                "trusty_smc:r0= "
                                        + Long.toUnsignedString(e.asLong(TrustySmcFtraceEvent.R0_FIELD_NUMBER))),
                        null));
        handlers.on(
                FtraceEvent.TRUSTY_SMC_DONE_FIELD_NUMBER,
                e -> end(
                        e,
                        true,
                        "trusty_smc_done:r0= "
                                + Long.toUnsignedString(e.asLong(TrustySmcDoneFtraceEvent.RET_FIELD_NUMBER))));
        handlers.on(FtraceEvent.TRUSTY_STD_CALL32_FIELD_NUMBER, e -> begin(e, "trusty_std"));
        handlers.on(FtraceEvent.TRUSTY_STD_CALL32_DONE_FIELD_NUMBER, e -> {
            long ret = e.asLong(TrustyStdCall32DoneFtraceEvent.RET_FIELD_NUMBER);
            end(e, ret < 0, "trusty_err_std: err= " + ret);
        });
        registerMemory(handlers);
        handlers.on(
                FtraceEvent.TRUSTY_IRQ_FIELD_NUMBER,
                e -> handleInstant(e, "trusty_irq: irq= " + e.asInt(TrustyIrqFtraceEvent.IRQ_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.TRUSTY_ENQUEUE_NOP_FIELD_NUMBER,
                e -> handleInstant(
                        e,
                        "trusty_enqueue_nop: arg1= " + e.asUint32(TrustyEnqueueNopFtraceEvent.ARG1_FIELD_NUMBER)
                                + " arg2= " + e.asUint32(TrustyEnqueueNopFtraceEvent.ARG2_FIELD_NUMBER)
                                + " arg3=" + e.asUint32(TrustyEnqueueNopFtraceEvent.ARG3_FIELD_NUMBER)));
        registerIpc(handlers);
    }

    private void registerMemory(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.TRUSTY_SHARE_MEMORY_FIELD_NUMBER,
                e -> begin(
                        e,
                        "trusty_share_mem: len= "
                                + Long.toUnsignedString(e.asLong(TrustyShareMemoryFtraceEvent.LEN_FIELD_NUMBER))
                                + " nents= " + e.asUint32(TrustyShareMemoryFtraceEvent.NENTS_FIELD_NUMBER)
                                + " lend= " + e.asUint32(TrustyShareMemoryFtraceEvent.LEND_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.TRUSTY_SHARE_MEMORY_DONE_FIELD_NUMBER,
                e -> end(
                        e,
                        true,
                        "trusty_share_mem: handle= "
                                + Long.toUnsignedString(e.asLong(TrustyShareMemoryDoneFtraceEvent.HANDLE_FIELD_NUMBER))
                                + " ret= " + e.asInt(TrustyShareMemoryDoneFtraceEvent.RET_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.TRUSTY_RECLAIM_MEMORY_FIELD_NUMBER,
                e -> begin(
                        e,
                        "trusty_reclaim_mem: id="
                                + Long.toUnsignedString(e.asLong(TrustyReclaimMemoryFtraceEvent.ID_FIELD_NUMBER))));
        handlers.on(FtraceEvent.TRUSTY_RECLAIM_MEMORY_DONE_FIELD_NUMBER, e -> {
            int ret = e.asInt(TrustyReclaimMemoryDoneFtraceEvent.RET_FIELD_NUMBER);
            end(e, ret < 0, "trusty_reclaim_mem_err: err= " + ret);
        });
    }

    private void registerIpc(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.TRUSTY_IPC_HANDLE_EVENT_FIELD_NUMBER,
                e -> handleInstant(
                        e,
                        "trusty_ipc_handle_event: chan=" + e.asUint32(TrustyIpcHandleEventFtraceEvent.CHAN_FIELD_NUMBER)
                                + " srv_name=" + e.string(TrustyIpcHandleEventFtraceEvent.SRV_NAME_FIELD_NUMBER)
                                + " event=" + e.asUint32(TrustyIpcHandleEventFtraceEvent.EVENT_ID_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.TRUSTY_IPC_CONNECT_FIELD_NUMBER,
                e -> begin(e, "tipc_connect: " + e.string(TrustyIpcConnectFtraceEvent.PORT_FIELD_NUMBER)));
        handlers.on(FtraceEvent.TRUSTY_IPC_CONNECT_END_FIELD_NUMBER, e -> {
            int error = e.asInt(TrustyIpcConnectEndFtraceEvent.ERR_FIELD_NUMBER);
            end(e, error != 0, "tipc_err_connect:err= " + error);
        });
        handlers.on(FtraceEvent.TRUSTY_IPC_WRITE_FIELD_NUMBER, this::write);
        handlers.on(
                FtraceEvent.TRUSTY_IPC_READ_FIELD_NUMBER,
                e -> begin(e, "tipc_read: " + e.string(TrustyIpcReadFtraceEvent.SRV_NAME_FIELD_NUMBER)));
        handlers.on(FtraceEvent.TRUSTY_IPC_READ_END_FIELD_NUMBER, e -> {
            int length = e.asInt(TrustyIpcReadEndFtraceEvent.LEN_OR_ERR_FIELD_NUMBER);
            end(e, length <= 0, "tipc_err_read:len_or_err= " + length);
        });
        handlers.on(
                FtraceEvent.TRUSTY_IPC_POLL_FIELD_NUMBER,
                e -> handleInstant(e, "tipc_poll: " + e.string(TrustyIpcPollFtraceEvent.SRV_NAME_FIELD_NUMBER)));
        handlers.on(FtraceEvent.TRUSTY_IPC_RX_FIELD_NUMBER, e -> handleInstant(e, "tipc_rx"));
    }

    private void write(KernelEvent e) {
        long shared = e.asLong(TrustyIpcWriteFtraceEvent.SHM_CNT_FIELD_NUMBER);
        String name = "tipc_write: " + e.string(TrustyIpcWriteFtraceEvent.SRV_NAME_FIELD_NUMBER);
        handleInstant(e, shared != 0 ? name + " shm_cnt:[" + Long.toUnsignedString(shared) + "]" : name);
        int length = e.asInt(TrustyIpcWriteFtraceEvent.LEN_OR_ERR_FIELD_NUMBER);
        if (length < 0) {
            handleInstant(e, "tipc_err_write:len_or_err= " + length);
        }
    }
}
