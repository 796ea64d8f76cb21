package traceglass.ingest.jfr;

import java.util.Arrays;
import traceglass.store.table.StringPool;

/// The event being read: the values of its fields. Reused for all events of a chunk.
final class JfrEvent {

    /// Marks a missing number, as in the format.
    static final long MISSING = Long.MIN_VALUE;

    /// Consumer of the events of one type.
    interface Sink {
        void onEvent(JfrEvent e);
    }

    final JfrChunk chunk;
    private JfrType type;
    private long[] values = new long[16];
    private long[] positions = new long[16];
    private long end;

    JfrEvent(JfrChunk chunk) {
        this.chunk = chunk;
    }

    JfrType type() {
        return type;
    }

    /// Reads the fields of an event.
    void read(JfrType newType, JfrCursor in) {
        type = newType;
        int count = newType.fields.size();
        if (count > values.length) {
            values = Arrays.copyOf(values, count * 2);
            positions = Arrays.copyOf(positions, count * 2);
        }
        for (int i = 0; i < count; i++) {
            JfrType.Field f = newType.fields.get(i);
            positions[i] = in.position();
            if (f.isArray()) {
                JfrMetadata.skip(in, f, 0);
            } else if (f.isConstant()) {
                values[i] = in.readLong();
            } else {
                values[i] = value(f.type(), in);
            }
        }
        end = in.position();
    }

    private static long value(JfrType type, JfrCursor in) {
        return switch (type.kind) {
            case BOOLEAN -> in.readByte() != 0 ? 1 : 0;
            case BYTE -> in.readByte();
            case CHAR -> in.readShort() & 0xffff;
            case SHORT -> in.readShort();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> Double.doubleToRawLongBits(in.readFloat());
            case DOUBLE -> Double.doubleToRawLongBits(in.readDouble());
            case STRING, STRUCT -> {
                JfrMetadata.skip(in, type, 0);
                yield 0;
            }
        };
    }

    /// Returns the integer in a field, or the id of its constant; [#MISSING] if `field` is -1.
    long number(int field) {
        return field < 0 ? MISSING : values[field];
    }

    long number(String field) {
        return number(type.indexOf(field));
    }

    /// Returns the number in a field, where `a.b` is field `b` of struct `a`; NaN if there is none.
    double real(String path) {
        int dot = path.indexOf('.');
        int field = type.indexOf(dot < 0 ? path : path.substring(0, dot));
        if (field < 0 || type.fields.get(field).isArray()) {
            return Double.NaN;
        }
        JfrType.Field f = type.fields.get(field);
        if (dot < 0) {
            return real(f, values[field]);
        }
        JfrCursor in = chunk.constants.at(positions[field]);
        String member = path.substring(dot + 1);
        for (JfrType.Field g : f.type().fields) {
            if (g.name().equals(member) && !g.isArray() && !g.isConstant()) {
                return real(g, value(g.type(), in));
            }
            JfrMetadata.skip(in, g, 1);
        }
        return Double.NaN;
    }

    private static double real(JfrType.Field f, long value) {
        return switch (f.type().kind) {
            case FLOAT, DOUBLE -> Double.longBitsToDouble(value);
            case STRING, STRUCT -> Double.NaN;
            default -> value == MISSING ? Double.NaN : value;
        };
    }

    /// Returns the string id of a field's string or name; [StringPool#NULL] if there is none.
    int text(int field, StringPool strings) {
        if (field < 0 || type.fields.get(field).isArray()) {
            return StringPool.NULL;
        }
        JfrType.Field f = type.fields.get(field);
        if (f.isConstant()) {
            return chunk.constants.text(f.type(), values[field]);
        }
        String text = chunk.constants.text(f.type(), at(field), 0);
        return text == null ? StringPool.NULL : strings.intern(text);
    }

    /// Returns the string or name in a field; "" if there is none.
    String text(String field, StringPool strings) {
        int id = text(type.indexOf(field), strings);
        return id == StringPool.NULL ? "" : strings.get(id);
    }

    /// Returns a cursor at the value of a field.
    JfrCursor at(int field) {
        JfrCursor in = chunk.cursor();
        in.set(positions[field], end);
        return in;
    }

    /// Returns the start of the event in ns since 1970; the start of the chunk if it has no time.
    long startNs() {
        int field = type.indexOf("startTime");
        return field < 0 ? chunk.startNs : timeNs(type.fields.get(field), values[field]);
    }

    /// Returns the duration of the event in ns; -1 if it has none.
    long durationNs() {
        int field = type.indexOf("duration");
        return field < 0 ? -1 : Math.max(0, spanNs(type.fields.get(field), values[field]));
    }

    /// Converts a time to ns since 1970.
    long timeNs(JfrType.Field f, long value) {
        return switch (f.unit() == null ? "TICKS" : f.unit()) {
            case "MILLISECONDS_SINCE_EPOCH" -> value * 1_000_000;
            case "NANOSECONDS_SINCE_EPOCH" -> value;
            default -> chunk.toNs(value);
        };
    }

    /// Converts a duration to ns.
    long spanNs(JfrType.Field f, long value) {
        return switch (f.unit() == null ? "TICKS" : f.unit()) {
            case "SECONDS" -> value * 1_000_000_000;
            case "MILLISECONDS" -> value * 1_000_000;
            case "MICROSECONDS" -> value * 1_000;
            case "NANOSECONDS" -> value;
            default -> chunk.spanNs(value);
        };
    }
}
