package traceglass.ingest.chrome;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.system.MemoryTrackerSnapshot;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryNode.MemoryNodeEntry;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `memory_tracker_snapshot`: memory of the allocators in Chrome's processes. All packets with the same time
/// form one snapshot.
public final class MemorySnapshotParser implements PacketParser {

    private static final TrackType TRACK = TrackType.slices("legacy_chrome_global_instants");

    private final ImportContext context;
    private final StringPool strings;
    private final MemorySnapshotWriter writer;
    /// Processes of the current snapshot, by pid.
    private final TreeMap<Integer, ProcessSnapshot> processes = new TreeMap<>();
    private long snapshotTs;
    private MemoryTrackerSnapshot.LevelOfDetail detail;

    public MemorySnapshotParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        writer = new MemorySnapshotWriter(context);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.MEMORY_TRACKER_SNAPSHOT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        if (ts != snapshotTs) {
            finishSnapshot();
        }
        try {
            MemoryTrackerSnapshot snapshot = packet.decode(MemoryTrackerSnapshot.parser());
            detail = snapshot.getLevelOfDetail();
            snapshotTs = ts;
            for (ProcessSnapshot p : snapshot.getProcessMemoryDumpsList()) {
                for (var node : p.getAllocatorDumpsList()) {
                    for (MemoryNodeEntry e : node.getEntriesList()) {
                        if (!e.hasValueUint64() && !e.hasValueString()) {
                            context.stats().increment(StatNames.MEMORY_SNAPSHOT_PARSER_FAILURE);
                        }
                    }
                }
                processes.putIfAbsent(p.getPid(), p);
            }
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
        }
    }

    @Override
    public void atEnd() {
        finishSnapshot();
    }

    private void finishSnapshot() {
        if (processes.isEmpty()) {
            return;
        }
        int track = context.tracks()
                .intern(
                        TRACK,
                        StringPool.NULL,
                        args -> args.addString(strings.intern("source"), strings.intern("chrome")));
        Map<Integer, ProcessSnapshot> byUpid = new LinkedHashMap<>();
        processes.forEach((pid, snapshot) -> byUpid.put(context.processes().process(pid & 0xFFFF_FFFFL), snapshot));
        // Shared memory is stored under pid 0, which is not a process.
        int shared = context.processes().process(0);
        writer.write(snapshotTs, track, detail, byUpid, shared);
        processes.clear();
    }
}
