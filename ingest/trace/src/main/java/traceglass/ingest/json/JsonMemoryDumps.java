package traceglass.ingest.json;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.chrome.MemorySnapshotWriter;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.protos.system.MemoryTrackerSnapshot.LevelOfDetail;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryEdge;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryNode;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryNode.MemoryNodeEntry;
import traceglass.store.table.IntColumn;

/// Memory dumps of Chrome's processes: events `v` with the allocators of one process, whose id is that of the dump
/// (`MemoryDumpManager` of Chromium). Numbers are hexadecimal strings.
final class JsonMemoryDumps {

    /// Number of dumps kept until all of their processes have been seen.
    private static final int PENDING = 16;

    /// A dump of several processes.
    private static final class Dump {
        final long ts;
        LevelOfDetail detail = LevelOfDetail.DETAIL_FULL;
        final Map<Integer, ProcessSnapshot.Builder> processes = new LinkedHashMap<>();

        Dump(long ts) {
            this.ts = ts;
        }
    }

    /// Id of a dump: a number, or the string id of a string.
    private record DumpId(byte type, long id) {}

    private final ImportContext context;
    private final JsonCursor cursor = new JsonCursor();
    private final JsonCursor inner = new JsonCursor();
    private final JsonCursor attributes = new JsonCursor();
    private final JsonCursor values = new JsonCursor();
    private final Map<DumpId, Dump> pending = new LinkedHashMap<>();
    private boolean isRegistered;

    JsonMemoryDumps(ImportContext context) {
        this.context = context;
    }

    /// Reads the allocators of a process. Returns false if the event has none.
    boolean add(long ts, JsonEvents events, int i) {
        if (!events.enterArgs(i, cursor)) {
            return false;
        }
        ProcessSnapshot.Builder process = ProcessSnapshot.newBuilder();
        LevelOfDetail detail = null;
        try {
            while (cursor.nextKey()) {
                boolean areDumps = cursor.isKey("dumps");
                cursor.readValue();
                if (areDumps && enter(cursor, inner)) {
                    detail = readDumps(process);
                }
            }
        } catch (JsonSyntaxException e) {
            return false;
        }
        if (process.getAllocatorDumpsCount() == 0) {
            return false;
        }
        Dump dump = pending.computeIfAbsent(new DumpId(events.idType(i), events.id(i)), d -> new Dump(ts));
        dump.detail = detail == null ? dump.detail : detail;
        // A process may divide its allocators among several events.
        dump.processes
                .computeIfAbsent(context.processes().process(events.pid.get(i)), upid -> ProcessSnapshot.newBuilder())
                .mergeFrom(process.buildPartial());
        if (!isRegistered) {
            isRegistered = true;
            context.session().atEnd(this::finish);
        } else if (pending.size() > PENDING) {
            Map.Entry<DumpId, Dump> first = pending.entrySet().iterator().next();
            pending.remove(first.getKey());
            write(first.getValue());
        }
        return true;
    }

    private void finish() {
        pending.values().forEach(this::write);
        pending.clear();
    }

    private void write(Dump dump) {
        Map<Integer, ProcessSnapshot> processes = new LinkedHashMap<>();
        dump.processes.forEach((upid, process) -> processes.put(upid, process.build()));
        new MemorySnapshotWriter(context)
                .write(
                        dump.ts,
                        IntColumn.NULL,
                        dump.detail,
                        processes,
                        context.processes().swapperUpid());
    }

    /// Moves the cursor `to` into the object just read by `from`.
    private static boolean enter(JsonCursor from, JsonCursor to) {
        if (from.kind() != JsonKind.OBJECT) {
            return false;
        }
        to.reset(from.buffer(), from.start() + 1, from.end());
        return true;
    }

    private LevelOfDetail readDumps(ProcessSnapshot.Builder process) {
        LevelOfDetail detail = null;
        while (inner.nextKey()) {
            String key = inner.key();
            inner.readValue();
            switch (key) {
                case "level_of_detail" ->
                    detail = parseDetail(inner.kind() == JsonKind.STRING ? inner.textString() : "");
                case "allocators" -> {
                    if (enter(inner, attributes)) {
                        while (attributes.nextKey()) {
                            MemoryNode.Builder node =
                                    process.addAllocatorDumpsBuilder().setAbsoluteName(attributes.key());
                            attributes.readValue();
                            if (enter(attributes, values)) {
                                addNode(node);
                            }
                        }
                    }
                }
                case "allocators_graph" -> {
                    if (inner.kind() == JsonKind.ARRAY) {
                        attributes.reset(inner.buffer(), inner.start() + 1, inner.end());
                        while (attributes.nextElement()) {
                            attributes.readValue();
                            if (enter(attributes, values)) {
                                addEdge(process);
                            }
                        }
                    }
                }
                default -> {}
            }
        }
        return detail;
    }

    private static LevelOfDetail parseDetail(String text) {
        return switch (text) {
            case "light" -> LevelOfDetail.DETAIL_LIGHT;
            case "background" -> LevelOfDetail.DETAIL_BACKGROUND;
            default -> LevelOfDetail.DETAIL_FULL;
        };
    }

    private void addEdge(ProcessSnapshot.Builder process) {
        MemoryEdge.Builder edge = MemoryEdge.newBuilder();
        boolean isOwnership = true;
        while (values.nextKey()) {
            String key = values.key();
            values.readValue();
            switch (key) {
                case "source" -> edge.setSourceId(readHex(values));
                case "target" -> edge.setTargetId(readHex(values));
                case "importance" -> edge.setImportance(values.isNumber() ? (int) (long) values.number() : 0);
                case "type" ->
                    isOwnership = values.kind() == JsonKind.STRING
                            && values.textString().equals("ownership");
                default -> {}
            }
        }
        if (isOwnership) {
            process.addMemoryEdges(edge);
        }
    }

    private void addNode(MemoryNode.Builder node) {
        while (values.nextKey()) {
            String key = values.key();
            values.readValue();
            if (key.equals("guid")) {
                node.setId(readHex(values));
            } else if (key.equals("attrs") && values.kind() == JsonKind.OBJECT) {
                JsonCursor attributes = new JsonCursor();
                enter(values, attributes);
                while (attributes.nextKey()) {
                    String name = attributes.key();
                    attributes.readValue();
                    if (attributes.kind() == JsonKind.OBJECT) {
                        JsonCursor attribute = new JsonCursor();
                        enter(attributes, attribute);
                        readAttribute(node, name, attribute);
                    }
                }
            }
        }
    }

    private static void readAttribute(MemoryNode.Builder node, String name, JsonCursor cursor) {
        Map<String, String> parts = new HashMap<>();
        long number = 0;
        while (cursor.nextKey()) {
            String key = cursor.key();
            cursor.readValue();
            if (cursor.kind() == JsonKind.STRING) {
                parts.put(key, cursor.textString());
            }
            if (key.equals("value")) {
                number = readHex(cursor);
            }
        }
        boolean isInBytes = "bytes".equals(parts.get("units"));
        if ("string".equals(parts.get("type"))) {
            node.addEntriesBuilder().setName(name).setValueString(parts.getOrDefault("value", ""));
        } else if (name.equals("size") && isInBytes) {
            node.setSizeBytes(number);
        } else {
            node.addEntriesBuilder()
                    .setName(name)
                    .setValueUint64(number)
                    .setUnits(isInBytes ? MemoryNodeEntry.Units.BYTES : MemoryNodeEntry.Units.COUNT);
        }
    }

    /// Returns a number, usually given as a hexadecimal string with or without `0x`; 0 for other values.
    private static long readHex(JsonCursor c) {
        if (c.kind() == JsonKind.STRING) {
            String text = c.textString();
            try {
                return Long.parseUnsignedLong(text.startsWith("0x") ? text.substring(2) : text, 16);
            } catch (NumberFormatException e) {
                return 0;
            }
        }
        return c.isNumber() ? (long) c.number() : 0;
    }
}
