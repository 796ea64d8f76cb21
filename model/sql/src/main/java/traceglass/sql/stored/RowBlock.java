package traceglass.sql.stored;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Consecutive rows of a stored table, column by column. Columns are counted from 0.
public final class RowBlock {

    private final int size;
    private final long[][] numbers;
    private final double[][] reals;
    private final @Nullable Object[][] objects;
    private final boolean[][] nulls;

    private RowBlock(int size, long[][] numbers, double[][] reals, @Nullable Object[][] objects, boolean[][] nulls) {
        this.size = size;
        this.numbers = numbers;
        this.reals = reals;
        this.objects = objects;
        this.nulls = nulls;
    }

    /// Reads the next rows of a result.
    ///
    /// @param capacity largest number of rows
    static RowBlock read(ResultSet rows, int capacity) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        int columns = meta.getColumnCount();
        long[][] numbers = new long[columns][0];
        double[][] reals = new double[columns][0];
        Object[][] objects = new Object[columns][0];
        boolean[][] nulls = new boolean[columns][0];
        char[] kinds = new char[columns];
        for (int c = 0; c < columns; c++) {
            switch (meta.getColumnTypeName(c + 1)) {
                case "VARCHAR" -> objects[c] = new Object[capacity];
                case "BLOB" -> {
                    kinds[c] = 'b';
                    objects[c] = new Object[capacity];
                }
                case "DOUBLE" -> reals[c] = new double[capacity];
                default -> {
                    numbers[c] = new long[capacity];
                    nulls[c] = new boolean[capacity];
                }
            }
        }
        int row = 0;
        for (; row < capacity && rows.next(); row++) {
            for (int c = 0; c < columns; c++) {
                if (numbers[c].length > 0) {
                    numbers[c][row] = rows.getLong(c + 1);
                    nulls[c][row] = numbers[c][row] == 0 && rows.wasNull();
                } else if (reals[c].length > 0) {
                    reals[c][row] = rows.getDouble(c + 1);
                } else {
                    objects[c][row] = kinds[c] == 'b' ? rows.getBytes(c + 1) : rows.getString(c + 1);
                }
            }
        }
        return new RowBlock(row, numbers, reals, objects, nulls);
    }

    /// Returns the number of rows.
    public int size() {
        return size;
    }

    /// Returns a whole number; 0 if it is NULL.
    public long number(int column, int row) {
        return numbers[column][row];
    }

    /// Returns whether a whole number is NULL.
    public boolean isNull(int column, int row) {
        return nulls[column][row];
    }

    /// Returns a real number; 0 if it is NULL.
    public double real(int column, int row) {
        return reals[column][row];
    }

    /// Returns a text; null if it is NULL.
    public @Nullable String text(int column, int row) {
        return (String) objects[column][row];
    }

    /// Returns bytes; null if they are NULL.
    public byte @Nullable [] bytes(int column, int row) {
        return (byte[]) objects[column][row];
    }
}
