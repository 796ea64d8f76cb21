package traceglass.ingest.etw;

import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.system.EtwTraceEvent;

/// Handlers of Windows' kernel events in the form of `EtwTraceEvent` messages. Importers of other formats encode these
/// events the same way.
public final class EtwEvents {

    private final ImportContext context;
    private final EtwScheduling scheduling;
    private final EtwMemory memory;
    private final EtwFileAccess files;
    private final EtwDiskAccess disks;
    private final ProtoCursor event = new ProtoCursor();

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
        long tid = 0;
        for (event.enter(buffer, offset, length); event.next(); ) {
            if (event.field() == EtwTraceEvent.THREAD_ID_FIELD_NUMBER) {
                tid = event.asUint32();
            }
        }
        for (event.enter(buffer, offset, length); event.next(); ) {
            switch (event.field()) {
                case EtwTraceEvent.C_SWITCH_FIELD_NUMBER -> scheduling.onSwitched(ts, cpu, event);
                case EtwTraceEvent.READY_THREAD_FIELD_NUMBER -> scheduling.onReady(ts, tid, event);
                case EtwTraceEvent.MEM_INFO_FIELD_NUMBER -> memory.read(ts, event);
                default -> {}
            }
        }
        int utid = context.processes().thread(tid);
        for (event.enter(buffer, offset, length); event.next(); ) {
            if (event.field() == EtwTraceEvent.DISK_IO_FIELD_NUMBER) {
                disks.read(ts, utid, event);
            } else if (event.wire() == ProtoCursor.BYTES) {
                files.read(ts, utid, event);
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
        for (event.enter(buffer, 0, length); event.next(); ) {
            if (event.field() == EtwTraceEvent.DISK_IO_FIELD_NUMBER) {
                disks.read(ts, durNs, context.processes().thread(tid), event);
            }
        }
    }

    /// Ends open file accesses; called after the last event.
    public void finish() {
        files.finish();
    }
}
