package traceglass.ingest.nettrace;

import java.util.LinkedHashMap;
import java.util.Map;

/// Decodes the payload of an event as its field descriptions specify.
final class FieldValues {

    private static final int MAX_ELEMENTS = 32;
    private static final int MAX_VALUES = 256;
    /// Limits the work for nested arrays whose elements take no bytes.
    private static final int MAX_STEPS = 1 << 16;

    private final Map<String, Object> values = new LinkedHashMap<>();

    private int steps;

    private FieldValues() {}

    /// Returns the values by name: strings, integers, doubles and booleans. Fields of nested objects are named
    /// `object.field`. If the payload ends early, the values before that are returned.
    static Map<String, Object> read(EventTypeInfo type, NettraceCursor in) {
        FieldValues reader = new FieldValues();
        try {
            for (EventTypeInfo.Field f : type.fields) {
                reader.read(f, f.name(), in);
            }
        } catch (NettraceFormatException e) {
            // Older versions of an event have fewer fields than the description lists.
        }
        return reader.values;
    }

    private void put(String name, Object value) {
        if (values.size() < MAX_VALUES && !name.isEmpty()) {
            values.put(name, value);
        }
    }

    private void read(EventTypeInfo.Field f, String name, NettraceCursor in) {
        if (++steps > MAX_STEPS) {
            throw new NettraceFormatException("too many elements");
        }
        switch (f.type()) {
            case EventTypeInfo.OBJECT -> {
                for (EventTypeInfo.Field nested : f.fields()) {
                    read(nested, name.isEmpty() ? nested.name() : name + "." + nested.name(), in);
                }
            }
            case EventTypeInfo.ARRAY -> readElements(f, name, in, in.readShort());
            case EventTypeInfo.FIXED_ARRAY -> readElements(f, name, in, f.count());
            case 3 -> put(name, in.readInt() != 0);
            case 26 -> put(name, in.readByte() != 0);
            case 4 -> put(name, String.valueOf((char) in.readShort()));
            case 5 -> put(name, (long) (byte) in.readByte());
            case 6, 23 -> put(name, (long) in.readByte());
            case 7 -> put(name, (long) (short) in.readShort());
            case 8 -> put(name, (long) in.readShort());
            case 9 -> put(name, (long) in.readInt());
            case 10 -> put(name, in.readInt() & 0xffff_ffffL);
            case 11, 12 -> put(name, in.readLong());
            case 13 -> put(name, (double) Float.intBitsToFloat(in.readInt()));
            case 14 -> put(name, Double.longBitsToDouble(in.readLong()));
            case 15, 16 -> in.skip(16);
            case 17 -> put(name, readGuid(in));
            case 18 -> put(name, in.readUtf16());
            case 20 -> {
                long n = in.readNumber();
                put(name, n >>> 1 ^ -(n & 1));
            }
            case 21 -> put(name, in.readNumber());
            case EventTypeInfo.REL_LOC, EventTypeInfo.DATA_LOC -> in.skip(4);
            default -> throw new NettraceFormatException("unknown field type " + f.type());
        }
    }

    private void readElements(EventTypeInfo.Field f, String name, NettraceCursor in, int count) {
        if (f.element().type() == 23 || f.element().type() == 6) {
            put(name, in.readUtf8(count));
            return;
        }
        for (int i = 0; i < count; i++) {
            read(f.element(), i < MAX_ELEMENTS ? name + "[" + i + "]" : "", in);
        }
    }

    private static String readGuid(NettraceCursor in) {
        long low = in.readLong();
        long high = Long.reverseBytes(in.readLong());
        return String.format(
                "%08x-%04x-%04x-%04x-%012x",
                low & 0xffff_ffffL, low >>> 32 & 0xffff, low >>> 48, high >>> 48, high & 0xffff_ffff_ffffL);
    }
}
