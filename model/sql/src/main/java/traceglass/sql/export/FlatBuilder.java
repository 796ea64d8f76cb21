package traceglass.sql.export;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Builds a FlatBuffer from its end to its start (flatbuffers.dev, "FlatBuffer binary format"). Positions are counted
/// from the end. Tables have at most [#MAX_FIELDS] fields.
final class FlatBuilder {

    private static final int MAX_FIELDS = 8;

    private byte[] bytes = new byte[1024];
    private int size;
    private int tableEnd;
    private final int[] fields = new int[MAX_FIELDS];

    /// Writes a number of 1, 2, 4 or 8 bytes, aligned to its size.
    void writeNumber(long value, int width) {
        align(width, width);
        put(value, width);
    }

    private void put(long value, int width) {
        if (size + width > bytes.length) {
            byte[] larger = new byte[2 * bytes.length];
            System.arraycopy(bytes, bytes.length - size, larger, larger.length - size, size);
            bytes = larger;
        }
        size += width;
        int position = bytes.length - size;
        for (int i = 0; i < width; i++) {
            bytes[position + i] = (byte) (value >>> 8 * i);
        }
    }

    /// Pads so that the position is a multiple of `width` after `following` more bytes.
    void align(int width, int following) {
        while ((size + following) % width != 0) {
            put(0, 1);
        }
    }

    /// Writes a reference to an object written before.
    void writeReference(int target) {
        align(Integer.BYTES, Integer.BYTES);
        put(size + Integer.BYTES - target, Integer.BYTES);
    }

    /// Writes a string and returns its position.
    int writeText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        align(Integer.BYTES, utf8.length + 1);
        put(0, 1);
        for (int i = utf8.length - 1; i >= 0; i--) {
            put(utf8[i], 1);
        }
        writeNumber(utf8.length, Integer.BYTES);
        return size;
    }

    /// Writes a list of references and returns its position.
    int writeReferences(int[] targets) {
        align(Integer.BYTES, 0);
        for (int i = targets.length - 1; i >= 0; i--) {
            writeReference(targets[i]);
        }
        writeNumber(targets.length, Integer.BYTES);
        return size;
    }

    /// Writes a list of structs that consist of numbers of eight bytes, and returns its position.
    ///
    /// @param perStruct numbers in a struct
    int writeStructs(long[] numbers, int perStruct) {
        align(Long.BYTES, 0);
        for (int i = numbers.length - 1; i >= 0; i--) {
            put(numbers[i], Long.BYTES);
        }
        put(numbers.length / perStruct, Integer.BYTES);
        return size;
    }

    void startTable() {
        Arrays.fill(fields, 0);
        tableEnd = size;
    }

    /// Writes a field of the current table.
    void writeField(int field, long value, int width) {
        writeNumber(value, width);
        fields[field] = size;
    }

    /// Writes a field of the current table that refers to an object written before the table.
    void writeFieldReference(int field, int target) {
        writeReference(target);
        fields[field] = size;
    }

    /// Completes the current table and returns its position.
    int endTable() {
        int count = MAX_FIELDS;
        while (count > 0 && fields[count - 1] == 0) {
            count--;
        }
        // The offset to the list of fields, which is written right before the table.
        int listSize = Short.BYTES * (count + 2);
        align(Integer.BYTES, Integer.BYTES);
        put(listSize, Integer.BYTES);
        int table = size;
        for (int i = count - 1; i >= 0; i--) {
            put(fields[i] == 0 ? 0 : table - fields[i], Short.BYTES);
        }
        put(table - tableEnd, Short.BYTES);
        put(listSize, Short.BYTES);
        return table;
    }

    /// Returns the buffer with this table as its root; its size is a multiple of 8.
    byte[] finish(int root) {
        align(Long.BYTES, Integer.BYTES);
        writeReference(root);
        return Arrays.copyOfRange(bytes, bytes.length - size, bytes.length);
    }
}
