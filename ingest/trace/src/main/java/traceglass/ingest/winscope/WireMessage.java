package traceglass.ingest.winscope;

import java.io.ByteArrayOutputStream;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.decoder.AnyDecoder;
import traceglass.protos.decoder.MessageDecoder;

/// Bytes of an encoded message, from which each node of a tree can be copied without its children, with the fields in
/// their original order.
record WireMessage(byte[] buffer, int offset, int length) {

    private static final WireMessage EMPTY = new WireMessage(new byte[0], 0, 0);

    /// Returns the bytes of the message that was decoded.
    static WireMessage of(AnyDecoder decoder) {
        MessageDecoder message = (MessageDecoder) decoder;
        return new WireMessage(message.buffer(), message.offset(), message.length());
    }

    static WireMessage of(ProtoCursor field) {
        return field.wire() == ProtoCursor.BYTES
                ? new WireMessage(field.buffer(), field.offset(), field.length())
                : EMPTY;
    }

    ProtoCursor cursor() {
        return new ProtoCursor().enter(buffer, offset, length);
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
