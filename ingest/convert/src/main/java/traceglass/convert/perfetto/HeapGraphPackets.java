package traceglass.convert.perfetto;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;
import traceglass.protos.extension.ArtHeapGraphTracePacket;
import traceglass.protos.extension.HeapGraph;
import traceglass.protos.extension.HeapGraphObject;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphType;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.trace.TracePacket;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes dumps of Java heaps: the objects with their references in packets of a few thousand, then types and roots.
/// Readers recompute distances and retained sizes. The format can't store values of fields.
final class HeapGraphPackets {

    /// Maximum number of objects and references in a packet.
    private static final int BATCH_SIZE = 16_384;
    /// Name for references of the runtime itself, which have no field.
    private static final String INTERNAL = "runtimeInternalObjects";

    private record Dump(long upid, long ts) {}

    private final TraceRows rows;
    private final TaskIds ids;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final Map<String, Long> fields = new HashMap<>();
    private HeapGraph.Builder graph = HeapGraph.newBuilder();
    private Dump dump = new Dump(0, 0);
    private long index;
    private int size;
    private int lastHeap;

    HeapGraphPackets(TraceRows rows, TaskIds ids, PacketOutput out, ConversionLosses losses) {
        this.rows = rows;
        this.ids = ids;
        this.out = out;
        this.losses = losses;
    }

    void write() throws IOException, ConvertProblem {
        List<Dump> dumps = new ArrayList<>();
        rows.query("SELECT DISTINCT upid, graph_sample_ts FROM heap_graph_object ORDER BY 2, 1", c -> {
            while (c.next()) {
                dumps.add(new Dump(c.getLong(0), c.getLong(1)));
            }
        });
        for (Dump dump : dumps) {
            write(dump);
        }
        losses.add("field values and strings of objects", rows.number("SELECT count(*) FROM heap_graph_object_data"));
        losses.add(
                "native memory of objects",
                rows.number("SELECT count(*) FROM heap_graph_object WHERE native_size > 0"));
    }

    private void write(Dump newDump) throws IOException, ConvertProblem {
        dump = newDump;
        index = 0;
        lastHeap = 0;
        fields.clear();
        String condition = " WHERE o.upid = " + newDump.upid + " AND o.graph_sample_ts = " + newDump.ts;
        rows.queryJoined(
                "SELECT o.id, o.type_id, o.self_size, o.heap_type FROM heap_graph_object AS o" + condition
                        + " ORDER BY o.id",
                "SELECT r.owner_id, r.owned_id, r.field_name, r.field_type_name FROM heap_graph_reference AS r"
                        + " JOIN heap_graph_object AS o ON o.id = r.owner_id" + condition
                        + " ORDER BY r.owner_id, r.id",
                this::writeObject);
        // Readers apply the names to references that they have already read.
        fields.forEach((text, iid) -> graph.addFieldNames(string(iid, text)));
        writeTypes(condition);
        writeRoots(condition);
        flush(false);
    }

    private void writeObject(ResultCursor row, TraceRows.Details references) throws QueryException, IOException {
        HeapGraphObject.Builder object = graph.addObjectsBuilder()
                .setId(row.getLong(0) + 1)
                .setTypeId(row.getLong(1) + 1)
                .setSelfSize(row.getLong(2));
        int heap = heap(row.getString(3));
        if (heap != lastHeap) {
            object.setHeapTypeDelta(HeapGraphObject.HeapType.forNumber(heap));
            lastHeap = heap;
        }
        while (references.next()) {
            ResultCursor reference = references.row();
            long target = reference.getLong(1) + 1;
            target = reference.wasNull() ? 0 : target;
            String field = reference.getString(2);
            if (INTERNAL.equals(field)) {
                object.addRuntimeInternalObjectId(target);
            } else {
                object.addReferenceObjectId(target);
                object.addReferenceFieldId(field(field, reference.getString(3)));
            }
            size++;
        }
        if (++size >= BATCH_SIZE) {
            flush(true);
        }
    }

    private int heap(@Nullable String name) {
        String known = name == null ? "" : name;
        return switch (known) {
            case "HEAP_TYPE_APP", "app" -> HeapGraphObject.HeapType.HEAP_TYPE_APP_VALUE;
            case "HEAP_TYPE_ZYGOTE", "zygote" -> HeapGraphObject.HeapType.HEAP_TYPE_ZYGOTE_VALUE;
            case "HEAP_TYPE_BOOT_IMAGE", "image" -> HeapGraphObject.HeapType.HEAP_TYPE_BOOT_IMAGE_VALUE;
            default -> {
                losses.add("objects of heaps with other names", known.isEmpty() ? 0 : 1);
                yield HeapGraphObject.HeapType.HEAP_TYPE_UNKNOWN_VALUE;
            }
        };
    }

    /// Returns the id of a field, whose type precedes its name.
    private long field(@Nullable String name, @Nullable String type) {
        String text = (type == null ? "" : type + " ") + (name == null ? "" : name);
        Long existing = fields.get(text);
        if (existing == null) {
            existing = fields.size() + 1L;
            fields.put(text, existing);
        }
        return existing;
    }

    private static InternedString.Builder string(long iid, String text) {
        return InternedString.newBuilder().setIid(iid).setStr(ByteString.copyFromUtf8(text));
    }

    private void writeTypes(String condition) throws IOException, ConvertProblem {
        Map<String, Long> locations = new HashMap<>();
        rows.query("""
            WITH RECURSIVE used(id) AS (
                SELECT DISTINCT o.type_id FROM heap_graph_object AS o %s
                UNION SELECT c.superclass_id FROM used AS u JOIN heap_graph_class AS c ON c.id = u.id
                WHERE c.superclass_id IS NOT NULL)
            SELECT c.id, c.name, c.superclass_id, c.kind, c.location, o.id
            FROM used AS u JOIN heap_graph_class AS c ON c.id = u.id
            LEFT JOIN (SELECT o.id FROM heap_graph_object AS o %s) AS o ON o.id = c.classloader_id AND o.id != 0
            ORDER BY c.id\
            """.formatted(condition, condition), c -> {
            while (c.next()) {
                writeType(c, locations);
            }
        });
    }

    private void writeType(ResultCursor row, Map<String, Long> locations) throws QueryException {
        HeapGraphType.Builder type = graph.addTypesBuilder().setId(row.getLong(0) + 1);
        String name = row.getString(1);
        if (name != null) {
            type.setClassName(name);
        }
        long superclassId = row.getLong(2);
        if (!row.wasNull()) {
            type.setSuperclassId(superclassId + 1);
        }
        String kind = row.getString(3);
        for (HeapGraphType.Kind known : HeapGraphType.Kind.values()) {
            if (known.name().equals(kind)) {
                type.setKind(known);
            }
        }
        String location = row.getString(4);
        if (location != null) {
            Long iid = locations.get(location);
            if (iid == null) {
                iid = locations.size() + 1L;
                locations.put(location, iid);
                graph.addLocationNames(string(iid, location));
            }
            type.setLocationId(iid);
        }
        long loader = row.getLong(5);
        if (!row.wasNull()) {
            type.setClassloaderId(loader + 1);
        }
    }

    private void writeRoots(String condition) throws IOException, ConvertProblem {
        Map<String, HeapGraphRoot.Builder> byType = new HashMap<>();
        rows.query(
                "SELECT o.id, o.root_type FROM heap_graph_object AS o" + condition
                        + " AND o.root_type IS NOT NULL ORDER BY o.id",
                c -> {
                    while (c.next()) {
                        byType.computeIfAbsent(String.valueOf(c.getString(1)), this::root)
                                .addObjectIds(c.getLong(0) + 1);
                    }
                });
    }

    private HeapGraphRoot.Builder root(String name) {
        HeapGraphRoot.Builder root = graph.addRootsBuilder();
        String full = name.startsWith("ROOT_") ? name : "ROOT_" + name;
        for (HeapGraphRoot.Type type : HeapGraphRoot.Type.values()) {
            if (type.name().equals(full)) {
                root.setRootType(type);
            }
        }
        return root;
    }

    private void flush(boolean isContinued) throws IOException {
        TaskIds.Process process = ids.process(dump.upid);
        graph.setPid(process == null ? 0 : (int) process.pid())
                .setIndex(index++)
                .setContinued(isContinued);
        TracePacket.Builder packet = TracePacket.newBuilder()
                .setTimestamp(dump.ts)
                .setExtension(ArtHeapGraphTracePacket.heapGraph, graph.build());
        if (process == null) {
            out.write(packet);
        } else {
            out.write(packet, process.machine());
        }
        graph = HeapGraph.newBuilder();
        size = 0;
    }
}
