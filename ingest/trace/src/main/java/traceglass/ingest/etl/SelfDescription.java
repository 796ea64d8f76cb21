package traceglass.ingest.etl;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.table.StringPool;

/// Name and typed fields of a self-describing event (TraceLoggingProvider.h): the schema lists them, the payload holds
/// the values one after another.
final class SelfDescription {

    private static final int CONTINUATION_BIT = 0x80;
    private static final int FIXED_ARRAY = 0x20;
    private static final int COUNTED_ARRAY = 0x40;
    private static final int ARRAY_BITS = 0x60;
    private static final int TYPE_BITS = 0x1f;
    private static final int STRUCT = 24;
    private static final int MAX_DEPTH = 16;
    private static final int MAX_VALUES = 1024;
    private static final int MAX_HEX = 64;

    private final ImportContext context;
    private final EtlPayload schema = new EtlPayload();
    private EtlPayload values;
    private ArgSetBuilder args;
    private int position;
    private int valueOffset;
    private int remaining;
    private int fieldsOffset;

    SelfDescription(ImportContext context) {
        this.context = context;
    }

    /// Reads the description of an event and returns the event's name; null if it has none.
    String readName(EtlEvent e) {
        if (!e.moveToSchema(schema)) {
            return null;
        }
        position = 2;
        while (schema.has(position, 1) && (schema.ubyte(position++) & CONTINUATION_BIT) != 0) {
            // Skip the tags of the event.
        }
        String name = schema.ascii(position);
        fieldsOffset = position + schema.asciiLength(position) + 1;
        values = e.payload;
        return name.isEmpty() ? null : name;
    }

    /// Adds the fields as arguments.
    void write(ArgSetBuilder to) {
        args = to;
        position = fieldsOffset;
        valueOffset = 0;
        remaining = MAX_VALUES;
        while (hasField() && remaining > 0) {
            readField("", 0);
        }
    }

    private boolean hasField() {
        return schema.has(position, 2) && position < Math.max(2, schema.ushort(0));
    }

    private void readField(String prefix, int depth) {
        String name = prefix + schema.ascii(position);
        position += schema.asciiLength(position) + 1;
        int in = schema.ubyte(position++);
        int out = 0;
        if ((in & CONTINUATION_BIT) != 0) {
            out = schema.ubyte(position++);
            if ((out & CONTINUATION_BIT) != 0) {
                while (schema.has(position, 1) && (schema.ubyte(position++) & CONTINUATION_BIT) != 0) {
                    // Skip the tags of the field.
                }
            }
        }
        int array = in & ARRAY_BITS;
        int count = 1;
        if (array == FIXED_ARRAY) {
            count = schema.ushort(position);
            position += 2;
        } else if (array == COUNTED_ARRAY) {
            count = values.ushort(valueOffset);
            valueOffset += 2;
        } else if (array == ARRAY_BITS) {
            // A custom type: the length of its description precedes the description.
            position += 2 + schema.ushort(position);
            count = 0;
        }
        int fieldsOfStruct = position;
        for (int i = 0; i < count && remaining > 0; i++) {
            String element = array == 0 ? name : name + "[" + i + "]";
            if ((in & TYPE_BITS) == STRUCT) {
                position = fieldsOfStruct;
                readStruct(element, out & ~CONTINUATION_BIT, depth);
            } else {
                readValue(element, in & TYPE_BITS);
            }
        }
        if (count == 0 && (in & TYPE_BITS) == STRUCT && array != ARRAY_BITS) {
            // The field descriptions are present even if the array has no elements.
            int outerLeft = remaining;
            remaining = 0;
            readStruct(name, out & ~CONTINUATION_BIT, depth);
            remaining = outerLeft;
        }
    }

    private void readStruct(String name, int fields, int depth) {
        if (depth >= MAX_DEPTH) {
            position = schema.length();
            return;
        }
        for (int i = 0; i < fields && hasField(); i++) {
            readField(name + ".", depth + 1);
        }
    }

    /// Adds a value of one of the types of `TlgIn_t`.
    private void readValue(String name, int type) {
        int key = context.strings().intern(name);
        remaining--;
        switch (type) {
            case 1 -> readText(key, values.utf16(valueOffset), 2 * values.utf16Length(valueOffset) + 2);
            case 2 -> readText(key, values.ascii(valueOffset), values.asciiLength(valueOffset) + 1);
            case 3 -> readSigned(key, (byte) values.ubyte(valueOffset), 1);
            case 4 -> readUnsigned(key, values.ubyte(valueOffset), 1);
            case 5 -> readSigned(key, (short) values.ushort(valueOffset), 2);
            case 6 -> readUnsigned(key, values.ushort(valueOffset), 2);
            case 7 -> readSigned(key, (int) values.uint(valueOffset), 4);
            case 8 -> readUnsigned(key, values.uint(valueOffset), 4);
            case 9 -> readSigned(key, values.ulong(valueOffset), 8);
            case 10 -> readUnsigned(key, values.ulong(valueOffset), 8);
            case 11 -> readReal(key, Float.intBitsToFloat((int) values.uint(valueOffset)), 4);
            case 12 -> readReal(key, Double.longBitsToDouble(values.ulong(valueOffset)), 8);
            case 13 -> {
                add(4);
                args.addBool(key, values.uint(valueOffset - 4) != 0);
            }
            case 14, 25 -> {
                int size = values.ushort(valueOffset);
                readText(key, values.hex(valueOffset + 2, size, MAX_HEX), size + 2);
            }
            case 15 -> readText(key, values.guid(valueOffset), 16);
            case 16 -> readPointer(key, values.pointer(valueOffset), values.pointerSize());
            case 17 -> readUnsigned(key, values.ulong(valueOffset), 8);
            case 18 -> readText(key, systemTime(), 16);
            case 19 -> {
                int size = 8 + 4 * values.ubyte(valueOffset + 1);
                readText(key, values.hex(valueOffset, size, MAX_HEX), size);
            }
            case 20 -> readPointer(key, values.uint(valueOffset), 4);
            case 21 -> readPointer(key, values.ulong(valueOffset), 8);
            case 22 -> readCounted(key, true);
            case 23 -> readCounted(key, false);
            default -> {
                // The sizes of other types are unknown, so nothing after them can be read.
                valueOffset = values.length();
                remaining = 0;
            }
        }
    }

    private void readCounted(int key, boolean isUtf16) {
        int size = values.ushort(valueOffset);
        readText(key, values.text(valueOffset + 2, size, isUtf16), size + 2);
    }

    private String systemTime() {
        return "%04d-%02d-%02d %02d:%02d:%02d.%03d"
                .formatted(
                        values.ushort(valueOffset),
                        values.ushort(valueOffset + 2),
                        values.ushort(valueOffset + 6),
                        values.ushort(valueOffset + 8),
                        values.ushort(valueOffset + 10),
                        values.ushort(valueOffset + 12),
                        values.ushort(valueOffset + 14));
    }

    private void add(int size) {
        valueOffset += size;
    }

    private void readText(int key, String value, int size) {
        add(size);
        if (key != StringPool.NULL) {
            args.addString(key, context.strings().intern(value));
        }
    }

    private void readSigned(int key, long value, int size) {
        add(size);
        args.addInt(key, value);
    }

    private void readUnsigned(int key, long value, int size) {
        add(size);
        args.addUint(key, value);
    }

    private void readPointer(int key, long value, int size) {
        add(size);
        args.addPointer(key, value);
    }

    private void readReal(int key, double value, int size) {
        add(size);
        args.addReal(key, value);
    }
}
