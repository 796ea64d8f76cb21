package traceglass.ingest.etw;

import traceglass.ingest.ImportContext;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.system.CSwitchEtwEventDecoder;
import traceglass.protos.system.DiskIoEtwEventDecoder;
import traceglass.protos.system.EtwTraceEvent;
import traceglass.protos.system.EtwTraceEventDecoder;
import traceglass.protos.system.MemInfoEtwEventDecoder;
import traceglass.protos.system.ReadyThreadEtwEventDecoder;

/// Handlers of Windows' kernel events in the form of `EtwTraceEvent` messages. Importers of other formats encode these
/// events the same way.
public final class EtwEvents {

    private final ImportContext context;
    private final EtwScheduling scheduling;
    private final EtwMemory memory;
    private final EtwFileAccess files;
    private final EtwDiskAccess disks;
    private final EtwTraceEventDecoder event = new EtwTraceEventDecoder();
    private final CSwitchEtwEventDecoder cSwitch = new CSwitchEtwEventDecoder();
    private final ReadyThreadEtwEventDecoder readyThread = new ReadyThreadEtwEventDecoder();
    private final DiskIoEtwEventDecoder diskIo = new DiskIoEtwEventDecoder();

    public EtwEvents(ImportContext context) {
        this.context = context;
        scheduling = new EtwScheduling(context);
        memory = new EtwMemory(context);
        files = new EtwFileAccess(context);
        disks = new EtwDiskAccess(context);
    }

    /// Handles an event, in time order.
    ///
    /// @param buffer buffer that holds an `EtwTraceEvent` starting at `offset`
    public void read(long ts, int cpu, byte[] buffer, int offset, int length) {
        event.decode(buffer, offset, length);
        long tid = Integer.toUnsignedLong(event.threadId());
        for (int i = 0; i < event.otherCount(); i++) {
            switch (event.otherNumber(i)) {
                case EtwTraceEvent.C_SWITCH_FIELD_NUMBER -> scheduling.onSwitched(ts, cpu, event.other(i, cSwitch));
                case EtwTraceEvent.READY_THREAD_FIELD_NUMBER ->
                    scheduling.onReady(ts, tid, event.other(i, readyThread));
                case EtwTraceEvent.MEM_INFO_FIELD_NUMBER ->
                    memory.read(ts, event.other(i, new MemInfoEtwEventDecoder()));
                default -> {}
            }
        }
        int utid = context.processes().thread(tid);
        for (int i = 0; i < event.otherCount(); i++) {
            if (event.otherNumber(i) == EtwTraceEvent.DISK_IO_FIELD_NUMBER) {
                disks.read(ts, utid, event.other(i, diskIo));
            } else if (event.otherWire(i) == MessageDecoder.BYTES) {
                files.read(ts, utid, event, i);
            }
        }
    }

    /// Returns the thread that runs on a CPU, 0 if it is unknown.
    public long runningOn(int cpu) {
        return scheduling.runningOn(cpu);
    }

    /// Handles disk access with a known duration.
    ///
    /// @param buffer buffer that holds an `EtwTraceEvent` with a disk access
    public void readDiskAccess(long ts, long durNs, long tid, byte[] buffer, int length) {
        event.decode(buffer, 0, length);
        for (int i = 0; i < event.otherCount(); i++) {
            if (event.otherNumber(i) == EtwTraceEvent.DISK_IO_FIELD_NUMBER) {
                disks.read(ts, durNs, context.processes().thread(tid), event.other(i, diskIo));
            }
        }
    }

    /// Ends open file accesses; called after the last event.
    public void finish() {
        files.finish();
    }
}
