package traceglass.ingest.chrome;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.chrome.MemoryNode.Entry;
import traceglass.ingest.chrome.MemoryNode.Ownership;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.system.MemoryTrackerSnapshot.LevelOfDetail;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryEdge;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryNode.MemoryNodeEntry;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes snapshots of the memory of the allocators in Chrome's processes.
public final class MemorySnapshotWriter {

    private static final String SHARED = "global/";

    private final ImportContext context;
    private final StringPool strings;

    public MemorySnapshotWriter(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    /// Writes a snapshot.
    ///
    /// @param track track of the snapshot, or [IntColumn#NULL]
    /// @param processes memory of each process, by its row
    /// @param sharedUpid row of the process to which shared memory is assigned
    public void write(
            long ts, int track, LevelOfDetail detail, Map<Integer, ProcessSnapshot> processes, int sharedUpid) {
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
        int snapshot = newSnapshot(ts, track, detail);
        Map<Long, Integer> rows = new HashMap<>();
        int i = 0;
        for (int upid : processes.keySet()) {
            writeParts(roots.get(i++), "", IntColumn.NULL, process(snapshot, upid), rows);
        }
        writeParts(shared, "", IntColumn.NULL, process(snapshot, sharedUpid), rows);
        writeEdges(edges, rows);
    }

    private int newSnapshot(long ts, int track, LevelOfDetail detail) {
        Table snapshots = context.storage().table(TableNames.MemorySnapshot.TABLE);
        int snapshot = snapshots.addRow();
        snapshots.longs(TableNames.MemorySnapshot.TIMESTAMP).set(snapshot, ts);
        snapshots.ints(TableNames.MemorySnapshot.TRACK_ID).set(snapshot, track);
        snapshots
                .strings(TableNames.MemorySnapshot.DETAIL_LEVEL)
                .set(
                        snapshot,
                        strings.intern(
                                switch (detail) {
                                    case DETAIL_FULL -> "detailed";
                                    case DETAIL_LIGHT -> "light";
                                    case DETAIL_BACKGROUND -> "background";
                                }));
        return snapshot;
    }

    private void writeEdges(List<Ownership> edges, Map<Long, Integer> rows) {
        Table table = context.storage().table(TableNames.MemorySnapshotEdge.TABLE);
        for (Ownership e : edges.reversed()) {
            Integer source = rows.get(e.owner().id);
            Integer target = rows.get(e.target().id);
            if (source != null && target != null) {
                int row = table.addRow();
                table.ints(TableNames.MemorySnapshotEdge.SOURCE_NODE_ID).set(row, source);
                table.ints(TableNames.MemorySnapshotEdge.TARGET_NODE_ID).set(row, target);
                table.longs(TableNames.MemorySnapshotEdge.IMPORTANCE).set(row, e.importance() & 0xFFFF_FFFFL);
            }
        }
    }

    private int process(int snapshot, int upid) {
        Table table = context.storage().table(TableNames.ProcessMemorySnapshot.TABLE);
        int row = table.addRow();
        table.ints(TableNames.ProcessMemorySnapshot.SNAPSHOT_ID).set(row, snapshot);
        table.ints(TableNames.ProcessMemorySnapshot.UPID).set(row, upid);
        return row;
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
            MemoryNode node = byId.get(e.getTargetId());
            if (owner != null && node != null) {
                Ownership edge = new Ownership(owner, node, e.getImportance());
                owner.owns = edge;
                node.owners.add(edge);
                edges.add(edge);
            }
        }
    }

    private void writeParts(MemoryNode node, String path, int parent, int processRow, Map<Long, Integer> rows) {
        node.children.forEach((name, child) -> {
            String childPath = path.isEmpty() ? name : path + '/' + name;
            Table table = context.storage().table(TableNames.MemorySnapshotNode.TABLE);
            int row = table.addRow();
            table.ints(TableNames.MemorySnapshotNode.PROCESS_SNAPSHOT_ID).set(row, processRow);
            table.ints(TableNames.MemorySnapshotNode.PARENT_NODE_ID).set(row, parent);
            table.strings(TableNames.MemorySnapshotNode.PATH).set(row, strings.intern(childPath));
            ArgSetBuilder args = context.args().builder();
            child.entries.forEach((key, e) -> {
                if (e.text() != null) {
                    args.addString(strings.intern(key + ".value"), strings.intern(e.text()));
                } else if (key.equals(MemorySizes.SIZE) || key.equals(MemorySizes.EFFECTIVE_SIZE)) {
                    table.longs(key).set(row, e.number());
                } else {
                    args.addInt(strings.intern(key + ".value"), e.number());
                    args.addString(strings.intern(key + ".unit"), strings.intern(e.isInBytes() ? "bytes" : "objects"));
                }
            });
            table.ints(TableNames.MemorySnapshotNode.ARG_SET_ID)
                    .set(row, context.args().commit(args));
            rows.putIfAbsent(child.id, row);
            writeParts(child, childPath, row, processRow, rows);
        });
    }
}
