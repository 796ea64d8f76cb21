package traceglass.ingest.spans;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;

/// Reads protobuf messages into the same maps that [traceglass.ingest.text.JsonTree] creates from the equivalent JSON.
final class ProtoTree {

    private static final int MAX_DEPTH = 40;

    /// Types of fields; `INTS` and `TIMES` are lists of numbers of variable and fixed length.
    enum Type {
        STRING,
        HEX,
        INT,
        DOUBLE,
        BOOL,
        MESSAGE,
        INTS,
        TIMES
    }

    /// Field of a message.
    ///
    /// @param message type of the field, or null if it is not a message
    record Field(String name, Type type, boolean isRepeated, Message message) {}

    /// Fields of a message type, by number.
    static final class Message {
        private Field[] fields = new Field[8];

        Message field(int number, String name, Type type) {
            return put(number, new Field(name, type, false, null));
        }

        Message message(int number, String name, Message type) {
            return put(number, new Field(name, Type.MESSAGE, false, type));
        }

        Message messages(int number, String name, Message type) {
            return put(number, new Field(name, Type.MESSAGE, true, type));
        }

        Message strings(int number, String name) {
            return put(number, new Field(name, Type.STRING, true, null));
        }

        private Message put(int number, Field field) {
            if (number >= fields.length) {
                fields = Arrays.copyOf(fields, number + 8);
            }
            fields[number] = field;
            return this;
        }
    }

    private ProtoTree() {}

    /// Reads a message. Unknown fields, and messages that are nested too deep, are skipped.
    static Map<String, Object> read(byte[] bytes, int from, int size, Message type) {
        return read(bytes, from, size, type, 0);
    }

    private static Map<String, Object> read(byte[] bytes, int from, int size, Message type, int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (depth > MAX_DEPTH) {
            return map;
        }
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(bytes, from, size); cursor.next(); ) {
            Field field = cursor.field() < type.fields.length ? type.fields[cursor.field()] : null;
            if (field != null) {
                put(map, field, cursor, depth);
            }
        }
        return map;
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> map, Field field, ProtoCursor cursor, int depth) {
        if (field.type == Type.INTS || field.type == Type.TIMES) {
            addNumbers((List<Object>) map.computeIfAbsent(field.name, k -> new ArrayList<>()), field.type, cursor);
            return;
        }
        boolean hasBytes = cursor.wire() == ProtoCursor.BYTES;
        boolean needsBytes = field.type == Type.STRING || field.type == Type.HEX || field.type == Type.MESSAGE;
        if (hasBytes != needsBytes) {
            return;
        }
        Object value = switch (field.type) {
            case STRING -> cursor.asString();
            case HEX -> HexFormat.of().formatHex(cursor.buffer(), cursor.offset(), cursor.offset() + cursor.length());
            case INT -> cursor.asLong();
            case DOUBLE -> cursor.asDouble();
            case BOOL -> cursor.asBool();
            default -> read(cursor.buffer(), cursor.offset(), cursor.length(), field.message, depth + 1);
        };
        if (field.isRepeated) {
            ((List<Object>) map.computeIfAbsent(field.name, k -> new ArrayList<>())).add(value);
        } else {
            map.put(field.name, value);
        }
    }

    private static void addNumbers(List<Object> to, Type type, ProtoCursor cursor) {
        if (cursor.wire() != ProtoCursor.BYTES) {
            to.add(cursor.asLong());
            return;
        }
        PackedCursor packed = new PackedCursor().enter(cursor);
        while (type == Type.INTS ? packed.nextVarint() : packed.nextFixed64()) {
            to.add(packed.asLong());
        }
    }
}
