package traceglass.analysis.rows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Complete and immutable rows of a result: any thread may read them, without waiting for a database. Columns are
/// stored in chunks of [#CHUNK_ROWS] rows; the first megabytes on the heap, the rest in a memory-mapped temporary file.
///
/// Created by [RowWriter]. Mapped memory and file are released when the store is no longer referenced.
public final class RowStore {

    /// Number of rows in every chunk except the last.
    static final int CHUNK_ROWS = 4096;

    static final ValueLayout.OfLong LONGS = ValueLayout.JAVA_LONG_UNALIGNED;
    static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED;

    /// Store without columns and rows.
    public static final RowStore EMPTY = new RowStore(List.of(), List.of(), 0, List.of(), false);

    /// Rows of all columns.
    ///
    /// @param data memory of the values
    /// @param columns offset in `data` of each column: a bitmap of NULLs in whole bytes; then the values, for
    ///     text the indexes of strings; then for text the number of strings, the end offset of each, and their
    ///     bytes
    /// @param rows number of rows
    record Chunk(MemorySegment data, long[] columns, int rows) {}

    private final List<String> names;
    private final List<RowType> types;
    private final List<Chunk> chunks;
    private final int size;
    private final boolean isTruncated;

    RowStore(List<String> names, List<RowType> types, int size, List<Chunk> chunks, boolean isTruncated) {
        this.names = List.copyOf(names);
        this.types = List.copyOf(types);
        this.size = size;
        this.chunks = List.copyOf(chunks);
        this.isTruncated = isTruncated;
    }

    List<Chunk> chunks() {
        return chunks;
    }

    /// Returns the number of rows.
    public int size() {
        return size;
    }

    /// Returns whether the result had more rows than were stored.
    public boolean isTruncated() {
        return isTruncated;
    }

    public int columns() {
        return names.size();
    }

    public List<String> names() {
        return names;
    }

    public RowType type(int column) {
        return types.get(column);
    }

    /// Returns the index of the column of this name, ignoring case; −1 if there is none.
    public int column(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    public boolean isNull(int row, int column) {
        Chunk c = chunks.get(row / CHUNK_ROWS);
        int index = row % CHUNK_ROWS;
        return (c.data.get(ValueLayout.JAVA_BYTE, c.columns[column] + (index >> 3)) >> (index & 7) & 1) != 0;
    }

    /// Returns the value of a [RowType#LONG] or [RowType#BOOLEAN] column, or the lower 64 bits of a [RowType#HUGE]
    /// one.
    public long getLong(int row, int column) {
        Chunk c = chunks.get(row / CHUNK_ROWS);
        return c.data.get(LONGS, valuesOffset(c, column) + (long) (row % CHUNK_ROWS) * types.get(column).width);
    }

    /// Returns the value of any numeric column.
    public double getDouble(int row, int column) {
        return switch (types.get(column)) {
            case DOUBLE -> Double.longBitsToDouble(getLong(row, column));
            case HUGE -> high(row, column) * 0x1p64 + unsigned(getLong(row, column));
            default -> getLong(row, column);
        };
    }

    /// Returns the value of a [RowType#HUGE] column.
    public BigInteger getHuge(int row, int column) {
        BigInteger low = BigInteger.valueOf(getLong(row, column) >>> 1)
                .shiftLeft(1)
                .or(BigInteger.valueOf(getLong(row, column) & 1));
        return BigInteger.valueOf(high(row, column)).shiftLeft(64).or(low);
    }

    /// Returns the upper 64 bits of a [RowType#HUGE] value.
    long high(int row, int column) {
        Chunk c = chunks.get(row / CHUNK_ROWS);
        return c.data.get(LONGS, valuesOffset(c, column) + (row % CHUNK_ROWS) * 16L + 8);
    }

    /// Returns a value of any type in plain notation; null for NULL.
    public String getText(int row, int column) {
        if (isNull(row, column)) {
            return null;
        }
        return switch (types.get(column)) {
            case LONG -> Long.toString(getLong(row, column));
            case BOOLEAN -> getLong(row, column) != 0 ? "true" : "false";
            case DOUBLE -> Double.toString(getDouble(row, column));
            case HUGE -> getHuge(row, column).toString();
            case TEXT -> string(row, column);
        };
    }

    private String string(int row, int column) {
        Chunk c = chunks.get(row / CHUNK_ROWS);
        return string(c, column, c.data.get(INTS, valuesOffset(c, column) + (row % CHUNK_ROWS) * 4L));
    }

    static String string(Chunk c, int column, int number) {
        long table = valuesOffset(c, column) + c.rows * 4L;
        int count = c.data.get(INTS, table);
        long from = number == 0 ? 0 : c.data.get(INTS, table + number * 4L);
        long to = c.data.get(INTS, table + 4 + number * 4L);
        byte[] bytes = new byte[(int) (to - from)];
        MemorySegment.copy(c.data, ValueLayout.JAVA_BYTE, table + 4 + count * 4L + from, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Returns the number of distinct strings of a column in a chunk.
    int stringCount(int chunk, int column) {
        Chunk c = chunks.get(chunk);
        return c.data.get(INTS, valuesOffset(c, column) + c.rows * 4L);
    }

    /// Returns the index of a row's string in its chunk; only for values other than NULL.
    int stringIndex(int row, int column) {
        Chunk c = chunks.get(row / CHUNK_ROWS);
        return c.data.get(INTS, valuesOffset(c, column) + (row % CHUNK_ROWS) * 4L);
    }

    /// Returns all values of a text column, for work that reads every row; equal values of one chunk are one
    /// `String` object. NULL is null.
    String[] texts(int column) {
        String[] all = new String[size];
        int row = 0;
        for (Chunk c : chunks) {
            long values = valuesOffset(c, column);
            String[] strings = new String[c.data.get(INTS, values + c.rows * 4L)];
            for (int i = 0; i < c.rows; i++, row++) {
                if (!isNull(row, column)) {
                    int number = c.data.get(INTS, values + i * 4L);
                    if (strings[number] == null) {
                        strings[number] = string(c, column, number);
                    }
                    all[row] = strings[number];
                }
            }
        }
        return all;
    }

    private static long valuesOffset(Chunk c, int column) {
        return c.columns[column] + (c.rows + 7 >> 3);
    }

    private static double unsigned(long bits) {
        return bits >= 0 ? bits : (bits >>> 1 | bits & 1) * 2.0;
    }
}
