package traceglass.sql.stored;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.TextBytes;

/// Consecutive rows of a stored table, column by column. Columns are counted from 0. The arrays are reused for later
/// rows.
public final class RowBlock {

    private static final byte[] EMPTY = {};

    private final int capacity;
    private final long[][] numbers;
    private final double[][] reals;
    private final byte[] @Nullable [][] bytes;
    private final @Nullable Texts[] texts;
    private final boolean[][] nulls;
    private int size;

    /// Consecutive strings in UTF-8.
    private static final class Texts {
        private final int[] ends;
        private final boolean[] nulls;
        private final TextCache cache = new TextCache();
        private byte[] utf8 = new byte[1 << 14];
        private int rows;

        Texts(int capacity) {
            ends = new int[capacity];
            nulls = new boolean[capacity];
        }

        void add(@Nullable TextBytes text) {
            int start = start(rows);
            nulls[rows] = text == null;
            int length = text == null ? 0 : text.length();
            if (text != null) {
                if (utf8.length - start < length) {
                    utf8 = Arrays.copyOf(utf8, Math.max(Math.addExact(start, length), utf8.length * 2));
                }
                text.copyTo(utf8, start);
            }
            ends[rows++] = start + length;
        }

        int start(int row) {
            return row == 0 ? 0 : ends[row - 1];
        }
    }

    /// Creates a block without rows.
    ///
    /// @param types columns
    /// @param capacity largest number of rows
    RowBlock(List<ResultColumn> types, int capacity) {
        this.capacity = capacity;
        int columns = types.size();
        numbers = new long[columns][0];
        reals = new double[columns][0];
        bytes = new byte[columns][0][];
        texts = new Texts[columns];
        nulls = new boolean[columns][0];
        for (int c = 0; c < columns; c++) {
            switch (types.get(c).sqlType()) {
                case "VARCHAR" -> texts[c] = new Texts(capacity);
                case "BLOB" -> bytes[c] = new byte[capacity][];
                case "DOUBLE" -> reals[c] = new double[capacity];
                default -> {
                    numbers[c] = new long[capacity];
                    nulls[c] = new boolean[capacity];
                }
            }
        }
    }

    /// Replaces the rows with the next ones of a result.
    ///
    /// @return whether the result may have more rows
    boolean read(ResultCursor rows) throws QueryException {
        for (Texts column : texts) {
            if (column != null) {
                column.rows = 0;
            }
        }
        int row = 0;
        for (; row < capacity && rows.next(); row++) {
            for (int c = 0; c < numbers.length; c++) {
                Texts text = texts[c];
                if (text != null) {
                    text.add(rows.getText(c));
                } else if (numbers[c].length > 0) {
                    numbers[c][row] = rows.getLong(c);
                    nulls[c][row] = numbers[c][row] == 0 && rows.wasNull();
                } else if (reals[c].length > 0) {
                    double real = rows.getDouble(c);
                    reals[c][row] = rows.wasNull() ? Double.NaN : real;
                } else {
                    bytes[c][row] = rows.getBytes(c);
                }
            }
        }
        size = row;
        return row == capacity;
    }

    /// Returns the number of rows.
    public int size() {
        return size;
    }

    /// Returns an integer; 0 if it is NULL.
    public long number(int column, int row) {
        return numbers[column][row];
    }

    /// Returns whether an integer is NULL.
    public boolean isNull(int column, int row) {
        return nulls[column][row];
    }

    /// Returns a double; NaN if it is NULL.
    public double real(int column, int row) {
        return reals[column][row];
    }

    /// Returns a string; null if it is NULL.
    public @Nullable String text(int column, int row) {
        Texts text = texts[column];
        if (text == null) {
            throw new IllegalArgumentException("Column " + column + " has no strings");
        }
        int start = text.start(row);
        return text.nulls[row] ? null : text.cache.get(text.utf8, start, text.ends[row] - start);
    }

    /// Returns bytes, or a string in UTF-8; null if they are NULL.
    public byte @Nullable [] bytes(int column, int row) {
        Texts text = texts[column];
        if (text == null) {
            return bytes[column][row];
        }
        int start = text.start(row);
        if (text.nulls[row]) {
            return null;
        }
        return text.ends[row] == start ? EMPTY : Arrays.copyOfRange(text.utf8, start, text.ends[row]);
    }
}
