package traceglass.sql.stored;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Consecutive rows of a stored table, column by column. Columns are counted from 0. The arrays are reused for later
/// rows.
public final class RowBlock {

    private final int capacity;
    private final long[][] numbers;
    private final double[][] reals;
    private final @Nullable Object[][] objects;
    private final boolean[][] nulls;
    private final boolean[] areBytes;
    private int size;

    /// Creates a block without rows.
    ///
    /// @param meta columns
    /// @param capacity largest number of rows
    RowBlock(ResultSetMetaData meta, int capacity) throws SQLException {
        this.capacity = capacity;
        int columns = meta.getColumnCount();
        numbers = new long[columns][0];
        reals = new double[columns][0];
        objects = new Object[columns][0];
        nulls = new boolean[columns][0];
        areBytes = new boolean[columns];
        for (int c = 0; c < columns; c++) {
            switch (meta.getColumnTypeName(c + 1)) {
                case "VARCHAR" -> objects[c] = new Object[capacity];
                case "BLOB" -> {
                    areBytes[c] = true;
                    objects[c] = new Object[capacity];
                }
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
    boolean read(ResultSet rows) throws SQLException {
        int row = 0;
        for (; row < capacity && rows.next(); row++) {
            for (int c = 0; c < numbers.length; c++) {
                if (numbers[c].length > 0) {
                    numbers[c][row] = rows.getLong(c + 1);
                    nulls[c][row] = numbers[c][row] == 0 && rows.wasNull();
                } else if (reals[c].length > 0) {
                    reals[c][row] = rows.getDouble(c + 1);
                } else {
                    objects[c][row] = areBytes[c] ? rows.getBytes(c + 1) : rows.getString(c + 1);
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

    /// Returns a double; 0 if it is NULL.
    public double real(int column, int row) {
        return reals[column][row];
    }

    /// Returns a string; null if it is NULL.
    public @Nullable String text(int column, int row) {
        return (String) objects[column][row];
    }

    /// Returns bytes; null if they are NULL.
    public byte @Nullable [] bytes(int column, int row) {
        return (byte[]) objects[column][row];
    }
}
