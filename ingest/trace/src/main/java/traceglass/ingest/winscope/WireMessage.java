package traceglass.ingest.winscope;

import java.io.ByteArrayOutputStream;
import traceglass.ingest.proto.ProtoCursor;

/// Encoded message that is read field by field on demand. Allows copying each node of a tree without its children, with
/// the fields in their original order.
record WireMessage(byte[] buffer, int offset, int length) {

    private static final WireMessage EMPTY = new WireMessage(new byte[0], 0, 0);

    static WireMessage of(ProtoCursor field) {
        return field.wire() == ProtoCursor.BYTES
                ? new WireMessage(field.buffer(), field.offset(), field.length())
                : EMPTY;
    }

    ProtoCursor cursor() {
        return new ProtoCursor().enter(buffer, offset, length);
    }

    boolean has(int field) {
        return cursor().seek(field);
    }

    /// Returns the message in the last field with this number; an empty one if there is none.
    WireMessage get(int field) {
        WireMessage message = EMPTY;
        for (ProtoCursor c = cursor(); c.seek(field); ) {
            message = of(c);
        }
        return message;
    }

    long number(int field) {
        long value = 0;
        for (ProtoCursor c = cursor(); c.seek(field); ) {
            value = c.asLong();
        }
        return value;
    }

    float real(int field) {
        return Float.intBitsToFloat((int) number(field));
    }

    String text(int field) {
        String text = "";
        for (ProtoCursor c = cursor(); c.seek(field); ) {
            text = c.asString();
        }
        return text;
    }

    /// Writes a message field.
    static void write(ByteArrayOutputStream out, int field, byte[] message) {
        writeVarint(out, (long) field << 3 | ProtoCursor.BYTES);
        writeVarint(out, message.length);
        out.writeBytes(message);
    }

    /// Copies the field at the cursor unchanged.
    static void copy(ByteArrayOutputStream out, ProtoCursor c) {
        writeVarint(out, (long) c.field() << 3 | c.wire());
        switch (c.wire()) {
            case ProtoCursor.VARINT -> writeVarint(out, c.asLong());
            case ProtoCursor.BYTES -> {
                writeVarint(out, c.length());
                out.write(c.buffer(), c.offset(), c.length());
            }
            default -> {
                for (int shift = 0; shift < (c.wire() == ProtoCursor.FIXED32 ? 32 : 64); shift += 8) {
                    out.write((int) (c.asLong() >>> shift));
                }
            }
        }
    }

    private static void writeVarint(ByteArrayOutputStream out, long value) {
        long v = value;
        for (; (v & ~0x7fL) != 0; v >>>= 7) {
            out.write((int) (v & 0x7f | 0x80));
        }
        out.write((int) v);
    }
}
