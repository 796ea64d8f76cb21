package traceglass.sql.stored;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;

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
    /// @param types columns
    /// @param capacity largest number of rows
    RowBlock(List<ResultColumn> types, int capacity) {
        this.capacity = capacity;
        int columns = types.size();
        numbers = new long[columns][0];
        reals = new double[columns][0];
        objects = new Object[columns][0];
        nulls = new boolean[columns][0];
        areBytes = new boolean[columns];
        for (int c = 0; c < columns; c++) {
            switch (types.get(c).sqlType()) {
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
    boolean read(ResultCursor rows) throws QueryException {
        int row = 0;
        for (; row < capacity && rows.next(); row++) {
            for (int c = 0; c < numbers.length; c++) {
                if (numbers[c].length > 0) {
                    numbers[c][row] = rows.getLong(c);
                    nulls[c][row] = numbers[c][row] == 0 && rows.wasNull();
                } else if (reals[c].length > 0) {
                    reals[c][row] = rows.getDouble(c);
                } else {
                    objects[c][row] = areBytes[c] ? rows.getBytes(c) : rows.getString(c);
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
