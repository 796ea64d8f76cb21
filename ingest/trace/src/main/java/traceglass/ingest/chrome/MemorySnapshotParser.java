package traceglass.ingest.chrome;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.chrome.MemoryNode.Entry;
import traceglass.ingest.chrome.MemoryNode.Ownership;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.system.MemoryTrackerSnapshot;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryEdge;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryNode.MemoryNodeEntry;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `memory_tracker_snapshot`: memory of the allocators in Chrome's processes. All packets with the same time
/// form one snapshot.
public final class MemorySnapshotParser implements PacketParser {

    private static final TrackType TRACK = TrackType.slices("legacy_chrome_global_instants");
    private static final String SHARED = "global/";

    private final ImportContext context;
    private final StringPool strings;
    /// Processes of the current snapshot, by pid.
    private final TreeMap<Integer, ProcessSnapshot> processes = new TreeMap<>();
    private long snapshotTs;
    private MemoryTrackerSnapshot.LevelOfDetail detail;

    public MemorySnapshotParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
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
                            context.stats().increment("memory_snapshot_parser_failure");
                        }
                    }
                }
                processes.putIfAbsent(p.getPid(), p);
            }
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime("tokenizer_skipped_packets", ts, null);
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
        MemoryNode shared = new MemoryNode(null);
        List<MemoryNode> roots = new ArrayList<>();
        Map<Long, MemoryNode> byId = new HashMap<>();
        for (ProcessSnapshot p : processes.values()) {
            MemoryNode root = new MemoryNode(null);
            roots.add(root);
            addParts(p, root, shared, byId);
        }
        List<Ownership> edges = new ArrayList<>();
        processes.values().forEach(p -> addEdges(p, byId, edges));
        MemorySizes.compute(roots, shared);
        write(roots, shared, edges);
        processes.clear();
    }

    private static void addParts(
            ProcessSnapshot process, MemoryNode root, MemoryNode shared, Map<Long, MemoryNode> byId) {
        TreeMap<String, ProcessSnapshot.MemoryNode> dumps = new TreeMap<>(MemoryNode.BY_BYTES);
        process.getAllocatorDumpsList().forEach(dump -> dumps.putIfAbsent(dump.getAbsoluteName(), dump));
        dumps.forEach((path, dump) -> {
            MemoryNode node = byId.get(dump.getId());
            if (node == null) {
                node = (path.startsWith(SHARED) ? shared : root).at(path);
                node.id = dump.getId();
                if (node.id != 0) {
                    byId.put(node.id, node);
                }
            }
            if (dump.hasSizeBytes()) {
                node.entries.putIfAbsent(MemorySizes.SIZE, new Entry(null, dump.getSizeBytes(), true));
            }
            for (MemoryNodeEntry e : dump.getEntriesList()) {
                if (e.hasValueUint64()) {
                    node.entries.putIfAbsent(
                            e.getName(),
                            new Entry(null, e.getValueUint64(), e.getUnits() == MemoryNodeEntry.Units.BYTES));
                } else if (e.hasValueString()) {
                    node.entries.putIfAbsent(e.getName(), new Entry(e.getValueString(), 0, false));
                }
            }
        });
    }

    private static void addEdges(ProcessSnapshot process, Map<Long, MemoryNode> byId, List<Ownership> edges) {
        TreeMap<Long, MemoryEdge> bySource = new TreeMap<>(Long::compareUnsigned);
        process.getMemoryEdgesList().forEach(e -> bySource.putIfAbsent(e.getSourceId(), e));
        for (MemoryEdge e : bySource.values()) {
            MemoryNode owner = byId.get(e.getSourceId());
            MemoryNode owned = byId.get(e.getTargetId());
            if (owner != null && owned != null) {
                Ownership edge = new Ownership(owner, owned, e.getImportance());
                owner.owns = edge;
                owned.owners.add(edge);
                edges.add(edge);
            }
        }
    }

    private void write(List<MemoryNode> roots, MemoryNode shared, List<Ownership> edges) {
        int track = context.tracks()
                .intern(
                        TRACK,
                        StringPool.NULL,
                        args -> args.addString(strings.intern("source"), strings.intern("chrome")));
        Table snapshots = context.storage().table("__intrinsic_memory_snapshot");
        int snapshot = snapshots.addRow();
        snapshots.longs("timestamp").set(snapshot, snapshotTs);
        snapshots.ints("track_id").set(snapshot, track);
        snapshots
                .strings("detail_level")
                .set(
                        snapshot,
                        strings.intern(
                                switch (detail) {
                                    case DETAIL_FULL -> "detailed";
                                    case DETAIL_LIGHT -> "light";
                                    case DETAIL_BACKGROUND -> "background";
                                }));
        Map<Long, Integer> rows = new HashMap<>();
        int i = 0;
        for (int pid : processes.keySet()) {
            writeParts(roots.get(i++), "", IntColumn.NULL, process(snapshot, pid), rows);
        }
        // Shared memory is stored under pid 0, which is not a process.
        writeParts(shared, "", IntColumn.NULL, process(snapshot, 0), rows);
        Table table = context.storage().table("__intrinsic_memory_snapshot_edge");
        for (Ownership e : edges.reversed()) {
            Integer source = rows.get(e.owner().id);
            Integer target = rows.get(e.owned().id);
            if (source != null && target != null) {
                int row = table.addRow();
                table.ints("source_node_id").set(row, source);
                table.ints("target_node_id").set(row, target);
                table.longs("importance").set(row, e.importance() & 0xFFFF_FFFFL);
            }
        }
    }

    private int process(int snapshot, int pid) {
        int upid = context.processes().process(pid & 0xFFFF_FFFFL);
        Table table = context.storage().table("__intrinsic_process_memory_snapshot");
        int row = table.addRow();
        table.ints("snapshot_id").set(row, snapshot);
        table.ints("upid").set(row, upid);
        return row;
    }

    private void writeParts(MemoryNode node, String path, int parent, int processRow, Map<Long, Integer> rows) {
        node.children.forEach((name, child) -> {
            String childPath = path.isEmpty() ? name : path + '/' + name;
            Table table = context.storage().table("__intrinsic_memory_snapshot_node");
            int row = table.addRow();
            table.ints("process_snapshot_id").set(row, processRow);
            table.ints("parent_node_id").set(row, parent);
            table.strings("path").set(row, strings.intern(childPath));
            ArgSetBuilder args = context.args().builder();
            child.entries.forEach((key, e) -> {
                if (e.text() != null) {
                    args.addString(strings.intern(key + ".value"), strings.intern(e.text()));
                } else if (key.equals(MemorySizes.SIZE) || key.equals(MemorySizes.EFFECTIVE_SIZE)) {
                    table.longs(key).set(row, e.number());
                } else {
                    args.addInt(strings.intern(key + ".value"), e.number());
                    args.addString(strings.intern(key + ".unit"), strings.intern(e.bytes() ? "bytes" : "objects"));
                }
            });
            table.ints("arg_set_id").set(row, context.args().commit(args));
            rows.putIfAbsent(child.id, row);
            writeParts(child, childPath, row, processRow, rows);
        });
    }
}
