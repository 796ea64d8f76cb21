package traceglass.ingest.arrow;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Table of a FlatBuffer, the format of Arrow's metadata (flatbuffers.dev, "FlatBuffer internals"). Fields are
/// identified by number. Reading beyond the bytes throws [IndexOutOfBoundsException].
///
/// @param bytes little-endian
record FlatTable(ByteBuffer bytes, int position) {

    /// Returns the root table of a FlatBuffer that starts at an offset.
    static FlatTable root(ByteBuffer bytes, int start) {
        return new FlatTable(bytes, Math.addExact(start, bytes.getInt(start)));
    }

    /// Returns the position of a field, or 0 if it is missing.
    private int field(int number) {
        int vtable = position - bytes.getInt(position);
        int entry = 4 + 2 * number;
        int offset = entry + 2 <= (bytes.getShort(vtable) & 0xffff) ? bytes.getShort(vtable + entry) & 0xffff : 0;
        return offset == 0 ? 0 : position + offset;
    }

    int byteAt(int number) {
        int offset = field(number);
        return offset == 0 ? 0 : bytes.get(offset) & 0xff;
    }

    int shortAt(int number) {
        int offset = field(number);
        return offset == 0 ? 0 : bytes.getShort(offset);
    }

    int intAt(int number) {
        int offset = field(number);
        return offset == 0 ? 0 : bytes.getInt(offset);
    }

    long longAt(int number) {
        int offset = field(number);
        return offset == 0 ? 0 : bytes.getLong(offset);
    }

    private int target(int offset) {
        return Math.addExact(offset, bytes.getInt(offset));
    }

    /// Returns a nested table, or null.
    FlatTable table(int number) {
        int offset = field(number);
        return offset == 0 ? null : new FlatTable(bytes, target(offset));
    }

    String text(int number) {
        int offset = field(number);
        if (offset == 0) {
            return "";
        }
        int start = target(offset);
        byte[] text = new byte[Math.min(Math.max(bytes.getInt(start), 0), bytes.limit() - start - 4)];
        bytes.get(start + 4, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /// Returns the number of elements of a vector.
    int count(int number) {
        int offset = field(number);
        return offset == 0 ? 0 : Math.max(bytes.getInt(target(offset)), 0);
    }

    /// Returns the position of an element in a vector of structs.
    int element(int number, int index, int size) {
        return Math.addExact(target(field(number)) + 4, Math.multiplyExact(index, size));
    }

    /// Returns an element of a vector of tables.
    FlatTable tableIn(int number, int index) {
        return new FlatTable(bytes, target(element(number, index, 4)));
    }
}
