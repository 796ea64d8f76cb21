package traceglass.service.probe.process;

import traceglass.protos.system.ProcessStats;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.ProbeContext;

/// The packet of one scan, with a process tree or values of processes. It is started when the first content is added,
/// so that a scan that finds nothing new writes no packet.
final class ProcessPacket {

    private static final int NONE = 0;
    private static final int TREE = TracePacket.PROCESS_TREE_FIELD_NUMBER;
    private static final int STATS = TracePacket.PROCESS_STATS_FIELD_NUMBER;

    private final ProbeContext context;
    private final ProtoWriter out = new ProtoWriter();
    private int kind = NONE;
    private int content;
    private int process;
    private int processId;
    private long scanStart;
    private boolean isCleared = true;

    ProcessPacket(ProbeContext context) {
        this.context = context;
    }

    /// Marks the next packet as independent of earlier ones.
    void clearIncrementalState() {
        isCleared = true;
    }

    /// Sets the time of the packet to the start of its scan.
    void startScan() {
        scanStart = now();
    }

    private static long now() {
        return Posix.clockNs(Posix.CLOCK_BOOTTIME);
    }

    /// Returns the process tree message, to which processes and threads are added.
    ProtoWriter tree() {
        begin(TREE);
        return out;
    }

    /// Returns the message of a process, to which values are added.
    ProtoWriter stats(int pid) {
        begin(STATS);
        if (processId != pid) {
            endProcess();
            process = out.open(ProcessStats.PROCESSES_FIELD_NUMBER);
            processId = pid;
            out.varint(ProcessStats.Process.PID_FIELD_NUMBER, pid);
        }
        return out;
    }

    private void begin(int field) {
        if (kind == field) {
            return;
        }
        if (kind != NONE) {
            finish();
        }
        kind = field;
        out.reset();
        out.varint(TracePacket.TIMESTAMP_FIELD_NUMBER, scanStart == 0 ? now() : scanStart);
        if (isCleared) {
            out.bool(TracePacket.INCREMENTAL_STATE_CLEARED_FIELD_NUMBER, true);
            isCleared = false;
        }
        content = out.open(field);
    }

    private void endProcess() {
        if (processId != 0) {
            out.close(process);
            processId = 0;
        }
    }

    /// Writes the packet if it was started.
    void finish() {
        if (kind != NONE) {
            endProcess();
            out.varint(
                    kind == TREE
                            ? ProcessTree.COLLECTION_END_TIMESTAMP_FIELD_NUMBER
                            : ProcessStats.COLLECTION_END_TIMESTAMP_FIELD_NUMBER,
                    now());
            out.close(content);
            context.write(out.toByteArray());
            kind = NONE;
        }
        scanStart = 0;
    }
}
