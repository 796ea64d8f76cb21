package traceglass.ingest.perfetto.reader;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Adds up the sizes of the fields of packets by their path, separately for track events of different names. Like
/// Perfetto's trace processor, writes a row of `experimental_proto_path` for each path, and one of
/// `experimental_proto_content` with the bytes of its values. The bytes of a message are those outside its known
/// fields, such as tags and lengths.
final class ContentAnalysis {

    /// Key of the packets that contain no track event.
    static final long NO_EVENT = -1;

    private static final String PACKET = "perfetto.protos.TracePacket";
    private static final int UNKNOWN = -1;
    private static final int MAX_DEPTH = 100;
    private static final int VARINT_BITS = 7;
    private static final String TYPE_PREFIX = "TYPE_";

    /// A path, and the fields below it in the order in which they were found.
    private static final class Node {
        /// Name of the field; empty for the packet itself.
        private final String name;
        private final String type;
        private final Map<Integer, Node> fields = new LinkedHashMap<>();
        private long bytes;
        private long count;

        Node(String name, String type) {
            this.name = name;
            this.type = type;
        }

        void add(long size) {
            bytes += size;
            count++;
        }
    }

    private final ImportContext context;
    private final StringPool strings;
    private final MessageTypes types;
    private final Map<Long, Node> packets = new LinkedHashMap<>();
    private final List<ProtoCursor> cursors = new ArrayList<>();

    ContentAnalysis(ImportContext context, MessageTypes types) {
        this.context = context;
        strings = context.strings();
        this.types = types;
    }

    /// Adds a packet.
    ///
    /// @param event ids of the strings of category and name of its track event, or [#NO_EVENT]
    void add(Packet packet, long event) {
        Node root = packets.computeIfAbsent(event, _ -> new Node("", shortName(PACKET)));
        add(root, types.message(PACKET), packet.buffer(), packet.offset(), packet.length(), 0);
    }

    private void add(Node node, MessageType type, byte[] buffer, int offset, int length, int depth) {
        if (depth == cursors.size()) {
            cursors.add(new ProtoCursor());
        }
        ProtoCursor cursor = cursors.get(depth).enter(buffer, offset, length);
        long rest = length;
        long unknown = 0;
        while (cursor.next()) {
            long size = size(cursor);
            rest -= size;
            MessageType.Field field = type.field(cursor.field());
            if (field == null) {
                unknown += size;
                continue;
            }
            MessageType message = cursor.wire() == ProtoCursor.BYTES && depth < MAX_DEPTH ? field.message(types) : null;
            Node child = node.fields.computeIfAbsent(field.number(), _ -> new Node("#" + field.name(), type(field)));
            if (message == null) {
                child.add(size);
            } else {
                add(child, message, buffer, cursor.offset(), cursor.length(), depth + 1);
            }
        }
        if (unknown > 0) {
            node.fields.computeIfAbsent(UNKNOWN, _ -> new Node("#unknown", "")).add(unknown);
        }
        node.add(rest);
    }

    /// Returns the size of a value without its tag and length.
    private static long size(ProtoCursor cursor) {
        return switch (cursor.wire()) {
            case ProtoCursor.BYTES -> cursor.length();
            case ProtoCursor.FIXED32 -> Integer.BYTES;
            case ProtoCursor.FIXED64 -> Long.BYTES;
            default -> {
                int bits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(cursor.asLong()));
                yield (bits + VARINT_BITS - 1) / VARINT_BITS;
            }
        };
    }

    private static String type(MessageType.Field field) {
        if (field.type() == MessageTypes.TYPE_MESSAGE && field.typeName() != null) {
            return shortName(field.typeName());
        }
        FieldDescriptorProto.Type type = FieldDescriptorProto.Type.forNumber(field.type());
        return type == null ? "" : type.name().substring(TYPE_PREFIX.length()).toLowerCase(Locale.ROOT);
    }

    private static String shortName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /// Writes the rows.
    void write() {
        packets.forEach((event, root) -> {
            int row = write(root, IntColumn.NULL, "");
            if (event != NO_EVENT) {
                context.storage()
                        .table("experimental_proto_path")
                        .ints(TableNames.ExperimentalProtoPath.ARG_SET_ID)
                        .set(row, names((int) (event >> Integer.SIZE), event.intValue()));
            }
        });
        packets.clear();
    }

    private int names(int category, int name) {
        ArgSetBuilder names = context.args().builder();
        names.addString(strings.intern("event.category"), category);
        names.addString(strings.intern("event.name"), name);
        return context.args().commit(names);
    }

    private int write(Node node, int parent, String parentPath) {
        Table paths = context.storage().table("experimental_proto_path");
        int row = paths.addRow();
        paths.ints(TableNames.ExperimentalProtoPath.PARENT_ID).set(row, parent);
        paths.strings(TableNames.ExperimentalProtoPath.FIELD_TYPE).set(row, strings.intern(node.type));
        paths.strings(TableNames.ExperimentalProtoPath.FIELD_NAME)
                .set(row, node.name.isEmpty() ? StringPool.NULL : strings.intern(node.name));
        String path = parentPath
                + (node.name.isEmpty() ? "" : "." + node.name)
                + (parentPath.isEmpty() ? "" : ".")
                + node.type;
        if (node.count > 0) {
            Table content = context.storage().table("experimental_proto_content");
            int contentRow = content.addRow();
            content.strings(TableNames.ExperimentalProtoContent.PATH).set(contentRow, strings.intern(path));
            content.ints(TableNames.ExperimentalProtoContent.PATH_ID).set(contentRow, row);
            content.longs(TableNames.ExperimentalProtoContent.TOTAL_SIZE).set(contentRow, node.bytes);
            content.longs(TableNames.ExperimentalProtoContent.SIZE).set(contentRow, node.bytes);
            content.longs(TableNames.ExperimentalProtoContent.COUNT).set(contentRow, node.count);
        }
        node.fields.values().forEach(field -> write(field, row, path));
        return row;
    }
}
