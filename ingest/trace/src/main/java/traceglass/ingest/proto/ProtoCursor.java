package traceglass.ingest.proto;

import java.nio.charset.StandardCharsets;
import traceglass.store.table.StringPool;

/// Iterates over the fields of a protobuf message in a byte array without copying or allocating, for code that handles
/// messages of any type. Messages of known types are read with the decoders that the build generates.
///
/// ```java
/// for (cursor.enter(bytes, offset, length); cursor.next();) {
///     MessageType.Field field = type.field(cursor.field());
/// }
/// ```
///
/// A damaged message ends the iteration at the last complete field, and [#isDamaged] returns true. The wire format is
/// described at protobuf.dev, "Encoding"; groups, which Perfetto never wrote, count as damage. Reading a value as a
/// type other than the written one yields an arbitrary number, never an exception.
public final class ProtoCursor {

    public static final int VARINT = 0;
    public static final int FIXED64 = 1;
    public static final int BYTES = 2;
    public static final int FIXED32 = 5;

    private byte[] buffer = new byte[0];
    private int position;
    private int end;
    private int field;
    private int wire;
    private long value;
    private int offset;
    private int length;

    /// Starts at the beginning of the message in these bytes.
    public ProtoCursor enter(byte[] bytes, int from, int size) {
        buffer = bytes;
        position = from;
        end = from + size;
        field = 0;
        return this;
    }

    /// Starts at the beginning of the message in the current field of `parent`; the message is empty if that
    /// field has no bytes.
    public ProtoCursor enter(ProtoCursor parent) {
        return enter(parent.buffer, parent.offset, parent.wire == BYTES ? parent.length : 0);
    }

    /// Advances to the next field; returns false at the end or at damage.
    public boolean next() {
        // This method is longer than others, because it runs for every field of a trace and keeps its state in local
        // variables until the field is complete.
        int p = position;
        int limit = end;
        if (p >= limit) {
            return false;
        }
        byte[] b = buffer;
        long tag = b[p++];
        if (tag < 0) {
            tag &= 0x7f;
            p = varint(b, p, limit, tag);
            if (p < 0) {
                return false;
            }
            tag = value;
        }
        int type = (int) tag & 7;
        long number = tag >>> 3;
        if (number == 0 || p >= limit && type != BYTES || number > 0x1FFF_FFFF) {
            return false;
        }
        switch (type) {
            case VARINT -> {
                long v = b[p++];
                if (v < 0) {
                    p = varint(b, p, limit, v & 0x7f);
                    if (p < 0) {
                        return false;
                    }
                } else {
                    value = v;
                }
                length = 0;
            }
            case FIXED64 -> {
                if (limit - p < 8) {
                    return false;
                }
                value = int32(b, p) & 0xFFFF_FFFFL | (long) int32(b, p + 4) << 32;
                p += 8;
                length = 0;
            }
            case FIXED32 -> {
                if (limit - p < 4) {
                    return false;
                }
                value = int32(b, p) & 0xFFFF_FFFFL;
                p += 4;
                length = 0;
            }
            case BYTES -> {
                if (p >= limit) {
                    return false;
                }
                long size = b[p++];
                if (size < 0) {
                    p = varint(b, p, limit, size & 0x7f);
                    if (p < 0) {
                        return false;
                    }
                    size = value;
                }
                if (size < 0 || size > limit - p) {
                    return false;
                }
                offset = p;
                length = (int) size;
                value = 0;
                p += length;
            }
            default -> {
                return false;
            }
        }
        field = (int) number;
        wire = type;
        position = p;
        return true;
    }

    /// Reads the rest of a varint into [#value]. Returns the position after it, or -1 if it does not end within ten
    /// bytes or before the limit.
    private int varint(byte[] b, int p, int limit, long low) {
        long v = low;
        for (int shift = 7; shift < 70; shift += 7) {
            if (p >= limit) {
                return -1;
            }
            long x = b[p++];
            v |= (x & 0x7f) << shift;
            if (x >= 0) {
                value = v;
                return p;
            }
        }
        return -1;
    }

    private static int int32(byte[] b, int p) {
        return b[p] & 0xff | (b[p + 1] & 0xff) << 8 | (b[p + 2] & 0xff) << 16 | b[p + 3] << 24;
    }

    /// Advances to the next field with this number; returns false if there is none.
    public boolean seek(int number) {
        while (next()) {
            if (field == number) {
                return true;
            }
        }
        return false;
    }

    /// Returns whether the iteration stopped before the end of the message. Only valid after [#next] returned
    /// false.
    public boolean isDamaged() {
        return position < end;
    }

    /// Returns the number of the current field.
    public int field() {
        return field;
    }

    /// Returns the wire type of the current field: [#VARINT], [#FIXED64], [#BYTES] or [#FIXED32].
    public int wire() {
        return wire;
    }

    /// Returns the value of a varint or fixed field (int64, int32, fixed64, enum, …; fixed32 is zero-extended);
    /// 0 for a bytes field.
    public long asLong() {
        return value;
    }

    /// Returns the value of an int32, uint32, enum, fixed32 or sfixed32 field.
    public int asInt() {
        return (int) value;
    }

    /// Returns the value of a uint32 field, zero-extended.
    public long asUint32() {
        return value & 0xFFFF_FFFFL;
    }

    public boolean asBool() {
        return value != 0;
    }

    /// Returns the value of an sint32 or sint64 field.
    public long asSigned() {
        return value >>> 1 ^ -(value & 1);
    }

    public double asDouble() {
        return wire == FIXED32 ? Float.intBitsToFloat((int) value) : Double.longBitsToDouble(value);
    }

    /// Returns the array that contains the message. Not a copy; must not be modified.
    public byte[] buffer() {
        return buffer;
    }

    /// Returns the offset in [#buffer] of the current field's bytes.
    public int offset() {
        return offset;
    }

    /// Returns the length of the current field in bytes; 0 for a number.
    public int length() {
        return length;
    }

    /// Returns the offset in [#buffer] of the unread rest of the message.
    public int position() {
        return position;
    }

    /// Returns the offset in [#buffer] of the end of the message.
    public int end() {
        return end;
    }

    public String asString() {
        return wire == BYTES ? new String(buffer, offset, length, StandardCharsets.UTF_8) : "";
    }

    /// Returns the string pool id of the string in the current field.
    public int asStringId(StringPool strings) {
        return wire == BYTES ? strings.intern(buffer, offset, length) : strings.intern("");
    }

    /// Returns a copy of the current field's bytes.
    public byte[] asBytes() {
        byte[] copy = new byte[wire == BYTES ? length : 0];
        System.arraycopy(buffer, offset, copy, 0, copy.length);
        return copy;
    }
}
