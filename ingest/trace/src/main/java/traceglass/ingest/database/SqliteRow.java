package traceglass.ingest.database;

/// Row of a table, valid until the next one is read.
public final class SqliteRow {

    /// Result for a value that is NULL or not a number.
    public static final long NONE = Long.MIN_VALUE;

    private final Object[] values;

    SqliteRow(int columns) {
        values = new Object[columns];
    }

    void set(int column, Object value) {
        values[column] = value;
    }

    /// Returns whether a value is NULL or its column does not exist.
    public boolean isNull(int column) {
        return values[column] == null;
    }

    /// Returns whether a value is an integer.
    public boolean isInteger(int column) {
        return values[column] instanceof Integer || values[column] instanceof Long;
    }

    /// Returns whether a value is a floating-point number.
    public boolean isReal(int column) {
        return values[column] instanceof Double;
    }

    /// Returns a value as an integer; [#NONE] if it is not a number.
    public long number(int column) {
        return switch (values[column]) {
            case Integer n -> n;
            case Long n -> n;
            case Double d -> Double.isFinite(d) ? d.longValue() : NONE;
            case String s -> parseNumber(s);
            case null, default -> NONE;
        };
    }

    /// Returns a value as an integer.
    ///
    /// @param missing the result if the value is not a number
    public long number(int column, long missing) {
        long number = number(column);
        return number == NONE ? missing : number;
    }

    /// Returns a value as a floating-point number; NaN if it is not a number.
    public double real(int column) {
        return switch (values[column]) {
            case Double d -> d;
            case null -> Double.NaN;
            default -> {
                long number = number(column);
                yield number == NONE ? Double.NaN : number;
            }
        };
    }

    /// Returns a value as a string; null for NULL and for blobs.
    public String text(int column) {
        Object value = values[column];
        return value == null || value instanceof byte[] ? null : value.toString();
    }

    private static long parseNumber(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            return NONE;
        }
    }
}
