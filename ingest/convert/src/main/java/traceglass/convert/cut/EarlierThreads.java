package traceglass.convert.cut;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.system.ProcessTreeDecoder;
import traceglass.protos.system.ProcessTreeProcessDecoder;
import traceglass.protos.system.ProcessTreeThreadDecoder;
import traceglass.protos.trace.TracePacket;

/// Threads that were created before the range. They are written in a process tree, because their creation events would
/// make them runnable from the start of the range on. Later events contain their names.
final class EarlierThreads {

    private static final long CLONE_THREAD = 0x10000;

    /// Creation of a thread.
    private record Creation(long ts, long parent, long tid, boolean isThread) {}

    private final List<Creation> created = new ArrayList<>();
    private final Map<Long, Long> processes = new HashMap<>();
    private final ProcessTreeDecoder tree = new ProcessTreeDecoder();
    private final ProcessTreeProcessDecoder process = new ProcessTreeProcessDecoder();
    private final ProcessTreeThreadDecoder thread = new ProcessTreeThreadDecoder();

    /// @param parent tid of the creating thread
    void onCreated(long ts, long parent, long tid, long cloneFlags) {
        created.add(new Creation(ts, parent, tid, (cloneFlags & CLONE_THREAD) != 0));
    }

    /// Reads the process of each thread in the process tree of a packet.
    void read(Packet packet) {
        packet.decode(tree);
        for (int i = 0; i < tree.processesCount(); i++) {
            tree.processes(i, process);
            put(process.pid(), process.pid());
        }
        for (int i = 0; i < tree.threadsCount(); i++) {
            tree.threads(i, thread);
            put(thread.tid(), thread.tgid());
        }
    }

    private void put(long tid, long pid) {
        if (tid != 0 && pid != 0) {
            processes.put(tid, pid);
        }
    }

    /// Writes a packet with the threads; writes nothing if there are none.
    ///
    /// @param ts time of the packet in ns of trace time
    void write(long ts, long machineId, ProtoOutput out) {
        created.sort(Comparator.comparingLong(Creation::ts));
        Map<Long, Creation> last = new LinkedHashMap<>();
        Map<Long, Long> tgids = new HashMap<>(processes);
        for (Creation c : created) {
            long tgid = c.isThread ? tgids.getOrDefault(c.parent, 0L) : c.tid;
            if (tgid == 0) {
                continue;
            }
            tgids.put(c.tid, tgid);
            last.remove(c.tid);
            last.put(c.tid, c);
        }
        if (last.isEmpty()) {
            return;
        }
        out.varint(TracePacket.TIMESTAMP_FIELD_NUMBER, ts);
        if (machineId != 0) {
            out.varint(TracePacket.MACHINE_ID_FIELD_NUMBER, machineId);
        }
        int tree = out.begin(TracePacket.PROCESS_TREE_FIELD_NUMBER);
        last.values().forEach(c -> {
            int thread = out.begin(ProcessTree.THREADS_FIELD_NUMBER);
            out.varint(ProcessTree.Thread.TID_FIELD_NUMBER, c.tid);
            out.varint(ProcessTree.Thread.TGID_FIELD_NUMBER, tgids.getOrDefault(c.tid, 0L));
            out.end(thread);
        });
        out.end(tree);
    }
}
