package traceglass.ingest.arrow;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import traceglass.ingest.TraceProblem;

/// Column of an Arrow file: numbers or strings, possibly null.
final class ArrowColumn {

    private static final int INT = 2;
    private static final int FLOAT = 3;
    private static final int BINARY = 4;
    private static final int UTF8 = 5;
    private static final int BOOL = 6;

    private final String name;
    private final int type;
    private final int width;
    private final boolean isSigned;
    /// Id of the dictionary with the values, -1 if they are in the column itself.
    private final long dictionary;
    private ByteBuffer bytes;
    private int validity;
    private int values;
    private int data;
    private int dataSize;
    private String[] texts;

    /// @param field `Field` of the schema
    ArrowColumn(FlatTable field) throws TraceProblem {
        name = field.text(0);
        FlatTable encoding = field.table(4);
        dictionary = encoding == null ? -1 : encoding.longAt(0);
        FlatTable index = encoding == null ? null : encoding.table(1);
        FlatTable typeTable = field.table(3);
        type = field.byteAt(2);
        switch (type) {
            case INT -> {
                width = typeTable == null ? 32 : typeTable.intAt(0);
                isSigned = typeTable != null && typeTable.byteAt(1) != 0;
            }
            case FLOAT -> {
                width = typeTable != null && typeTable.shortAt(0) == 2 ? 64 : 32;
                isSigned = true;
            }
            case BINARY, UTF8 -> {
                width = index == null ? 32 : index.intAt(0);
                isSigned = true;
            }
            case BOOL -> {
                width = 1;
                isSigned = false;
            }
            default -> throw new TraceProblem("column " + name + " has type " + type + ", which is not supported");
        }
        if (width != 1 && width != 8 && width != 16 && width != 32 && width != 64) {
            throw new TraceProblem("column " + name + " has values of " + width + " bits, which are not supported");
        }
    }

    String name() {
        return name;
    }

    boolean isText() {
        return type == UTF8 || type == BINARY;
    }

    boolean isReal() {
        return type == FLOAT;
    }

    boolean hasDictionary() {
        return dictionary >= 0;
    }

    /// Returns how many buffers of a batch belong to the column.
    int bufferCount() {
        return isText() && !hasDictionary() ? 3 : 2;
    }

    /// Returns the size in bytes of the values of this many rows.
    long bytesOf(int rows) {
        return ((long) rows * width + 7) / Byte.SIZE;
    }

    /// Sets the buffers of a batch: the validity bitmap, which may be empty, then the values, or offsets and
    /// strings.
    void setBatch(ByteBuffer buffer, int[] offsets, int[] lengths, int first, Map<Long, String[]> dictionaries) {
        bytes = buffer;
        validity = lengths[first] == 0 ? -1 : offsets[first];
        values = offsets[first + 1];
        data = bufferCount() == 3 ? offsets[first + 2] : 0;
        dataSize = bufferCount() == 3 ? lengths[first + 2] : 0;
        texts = hasDictionary() ? dictionaries.get(dictionary) : null;
    }

    boolean isNull(int row) {
        return validity >= 0 && (bytes.get(validity + (row >>> 3)) >>> (row & 7) & 1) == 0;
    }

    long number(int row) {
        return switch (width) {
            case 1 -> bytes.get(values + (row >>> 3)) >>> (row & 7) & 1;
            case 8 -> isSigned ? bytes.get(values + row) : bytes.get(values + row) & 0xff;
            case 16 -> isSigned ? bytes.getShort(values + 2 * row) : bytes.getShort(values + 2 * row) & 0xffff;
            case 32 -> isSigned ? bytes.getInt(values + 4 * row) : bytes.getInt(values + 4 * row) & 0xFFFF_FFFFL;
            default -> bytes.getLong(values + 8 * row);
        };
    }

    double real(int row) {
        if (type != FLOAT) {
            return number(row);
        }
        return width == 64 ? bytes.getDouble(values + 8 * row) : bytes.getFloat(values + 4 * row);
    }

    /// Returns a string; null if the dictionary does not contain it.
    String text(int row) {
        if (hasDictionary()) {
            long index = number(row);
            return texts == null || index < 0 || index >= texts.length ? null : texts[(int) index];
        }
        return text(bytes, values, row, data, dataSize);
    }

    /// Returns the bytes of a value of a column without a dictionary.
    byte[] bytes(int row) {
        return bytes(bytes, values, row, data, dataSize);
    }

    /// Returns a string from a buffer.
    ///
    /// @param offsets position of the buffer with the start offsets of all strings; each string ends where the
    ///     next one starts
    /// @throws IndexOutOfBoundsException if the string starts outside the buffer
    static String text(ByteBuffer bytes, int offsets, int row, int data, int dataSize) {
        return new String(bytes(bytes, offsets, row, data, dataSize), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer bytes, int offsets, int row, int data, int dataSize) {
        int from = bytes.getInt(offsets + Integer.BYTES * row);
        int to = Math.min(bytes.getInt(offsets + Integer.BYTES * (row + 1)), dataSize);
        Objects.checkIndex(from, dataSize + 1);
        byte[] value = new byte[Math.max(0, to - from)];
        bytes.get(data + from, value);
        return value;
    }
}
