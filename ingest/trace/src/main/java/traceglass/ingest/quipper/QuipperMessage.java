package traceglass.ingest.quipper;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.proto.ProtoCursor;

/// Fields of a message by number, with the last value of repeated fields. The instance is reused.
final class QuipperMessage {

    private static final int FIELDS = 32;
    private static final byte[] NO_BYTES = {};

    private final ProtoCursor cursor = new ProtoCursor();
    private final long[] numbers = new long[FIELDS];
    private final int[] offsets = new int[FIELDS];
    private final int[] lengths = new int[FIELDS];
    private byte[] bytes = NO_BYTES;
    private int from;
    private int size;

    QuipperMessage read(byte[] message) {
        return read(message, 0, message.length);
    }

    /// Reads the message in a field of another one; it is empty if the other one does not have the field.
    QuipperMessage read(QuipperMessage outer, int field) {
        return read(outer.bytes, outer.offsets[field], Math.max(outer.lengths[field], 0));
    }

    /// Reads the message in the current field of a cursor.
    QuipperMessage read(ProtoCursor field) {
        return read(field.buffer(), field.offset(), field.length());
    }

    private QuipperMessage read(byte[] message, int offset, int length) {
        bytes = message;
        from = offset;
        size = length;
        Arrays.fill(numbers, 0);
        Arrays.fill(offsets, 0);
        Arrays.fill(lengths, -1);
        for (cursor.enter(message, offset, length); cursor.next(); ) {
            int field = cursor.field();
            if (field < FIELDS) {
                numbers[field] = cursor.asLong();
                offsets[field] = cursor.wire() == ProtoCursor.BYTES ? cursor.offset() : 0;
                lengths[field] = cursor.length();
            }
        }
        return this;
    }

    boolean has(int field) {
        return lengths[field] >= 0;
    }

    /// Returns a number; 0 if the message does not have the field.
    long number(int field) {
        return numbers[field];
    }

    String text(int field) {
        return new String(bytes(field), StandardCharsets.UTF_8);
    }

    byte[] bytes(int field) {
        return has(field) ? Arrays.copyOfRange(bytes, offsets[field], offsets[field] + lengths[field]) : NO_BYTES;
    }

    /// Starts the cursor on the fields of this message.
    ProtoCursor enter(ProtoCursor c) {
        return c.enter(bytes, from, size);
    }
}
