package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.I2cReadFtraceEvent;
import traceglass.protos.ftrace.I2cResultFtraceEvent;
import traceglass.protos.ftrace.I2cWriteFtraceEvent;

/// Handles transfers on I2C buses: slices of the threads that wait for them.
final class BusEvents extends EventFamily {

    /// Larger adapter numbers are ignored.
    private static final int MAX_ADAPTERS = 256;

    /// Transfer that a thread waits for.
    private static final class Transfer {
        long adapter;
        long messages;
    }

    private final Map<Integer, Transfer> transfers = new HashMap<>();

    BusEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.I2C_READ_FIELD_NUMBER,
                e -> handleMessage(
                        e,
                        e.asUint32(I2cReadFtraceEvent.ADAPTER_NR_FIELD_NUMBER),
                        e.asUint32(I2cReadFtraceEvent.MSG_NR_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.I2C_WRITE_FIELD_NUMBER,
                e -> handleMessage(
                        e,
                        e.asUint32(I2cWriteFtraceEvent.ADAPTER_NR_FIELD_NUMBER),
                        e.asUint32(I2cWriteFtraceEvent.MSG_NR_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.I2C_RESULT_FIELD_NUMBER,
                e -> handleResult(
                        e,
                        e.asUint32(I2cResultFtraceEvent.ADAPTER_NR_FIELD_NUMBER),
                        e.asUint32(I2cResultFtraceEvent.NR_MSGS_FIELD_NUMBER)));
    }

    /// Handles one message of a transfer; the first message begins the slice.
    private void handleMessage(KernelEvent e, long adapter, long number) {
        int utid = utid(e);
        if (adapter >= MAX_ADAPTERS) {
            return;
        }
        Transfer t = transfers.get(utid);
        if (t == null) {
            t = new Transfer();
            t.adapter = adapter;
            t.messages = number + 1;
            transfers.put(utid, t);
            begin(e, context.tracks().threadTrack(utid), NULL, id("i2c-" + adapter), null);
        } else {
            t.messages = Math.max(number + 1, t.messages);
        }
    }

    private void handleResult(KernelEvent e, long adapter, long messages) {
        int utid = utid(e);
        Transfer t = transfers.get(utid);
        if (t != null && t.adapter == adapter && t.messages == messages) {
            transfers.remove(utid);
            end(e, context.tracks().threadTrack(utid), NULL, id("i2c-" + adapter), null);
        }
    }
}
