package traceglass.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A row of a result. Columns are accessed by index, from 0, or by name, ignoring case.
public final class QueryRow {

    private final ResultShape shape;
    private final @Nullable Object[] values;

    QueryRow(ResultShape shape, @Nullable Object[] values) {
        this.shape = shape;
        this.values = values;
    }

    /// Returns a row with the given values.
    ///
    /// @throws IllegalArgumentException if the numbers of values and columns differ
    public static QueryRow of(List<QueryColumn> columns, List<? extends @Nullable Object> values) {
        if (columns.size() != values.size()) {
            throw new IllegalArgumentException(values.size() + " values for " + columns.size() + " columns");
        }
        return new QueryRow(new ResultShape(columns), values.toArray());
    }

    /// Number of columns.
    public int size() {
        return values.length;
    }

    /// Returns a value: Long, BigInteger, Double, Boolean, String, byte[] or null.
    ///
    /// @throws IndexOutOfBoundsException if there is no such column
    public @Nullable Object get(int column) {
        if (column < 0 || column >= values.length) {
            throw new IndexOutOfBoundsException("No column " + column + ": the row has " + values.length
                    + (values.length == 1 ? " column" : " columns") + ", counted from 0");
        }
        return values[column];
    }

    /// @throws IllegalArgumentException if there is no such column
    public @Nullable Object get(String column) {
        return values[shape.index(column)];
    }

    public boolean isNull(int column) {
        return get(column) == null;
    }

    public boolean isNull(String column) {
        return get(column) == null;
    }

    /// Returns an integer; true is 1.
    ///
    /// @throws IllegalStateException if the value is null or not an integer
    public long getLong(int column) {
        return RowValues.toLong(get(column), shape.columns().get(column).name());
    }

    /// Returns an integer; true is 1.
    ///
    /// @throws IllegalStateException if the value is null or not an integer
    public long getLong(String column) {
        return getLong(shape.index(column));
    }

    /// @throws IllegalStateException if the value is null or not a number
    public double getDouble(int column) {
        return RowValues.toDouble(get(column), shape.columns().get(column).name());
    }

    /// @throws IllegalStateException if the value is null or not a number
    public double getDouble(String column) {
        return getDouble(shape.index(column));
    }

    /// Returns the value as text, or null.
    public @Nullable String getString(int column) {
        return RowValues.toText(get(column));
    }

    /// Returns the value as text, or null.
    public @Nullable String getString(String column) {
        return getString(shape.index(column));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < values.length; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(shape.columns().get(i).name())
                    .append('=')
                    .append(getString(i));
        }
        return text.append(']').toString();
    }
}
