package traceglass.engine.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryResult;

/// Methods of [ResultSet]: forward-only rows, with values converted to the requested type. Numbers that do not
/// fit are errors.
final class ResultCalls {

    private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    private final List<QueryColumn> columns;
    private final @Nullable StatementCalls statement;
    private final ResultSet resultSet;
    private final ResultRows rows;
    private boolean wasNull;
    private volatile boolean isClosed;
    private int fetchSize;

    private ResultCalls(List<QueryColumn> columns, ResultRows rows, @Nullable StatementCalls statement) {
        this.columns = columns;
        this.rows = rows;
        this.statement = statement;
        resultSet = JdbcProxy.of(ResultSet.class, this);
    }

    static ResultCalls of(QueryResult result, StatementCalls statement) {
        return new ResultCalls(result.columns(), ResultRows.of(result), statement);
    }

    /// Returns a result with the given rows.
    static ResultSet of(List<QueryColumn> columns, List<@Nullable Object[]> rows) {
        return new ResultCalls(columns, new ResultRows(rows.iterator(), null), null).resultSet;
    }

    ResultSet resultSet() {
        return resultSet;
    }

    boolean hasColumns() {
        return !columns.isEmpty();
    }

    /// Limits the number of rows.
    ///
    /// @param max limit; 0 for no limit
    void limitRows(long max) {
        rows.limit(max == 0 ? Long.MAX_VALUE : max);
    }

    /// Reads the remaining rows into memory, because another statement needs the session. If there are too
    /// many, the result ends with an error after the kept rows.
    void bufferRemaining() {
        if (!isClosed) {
            rows.bufferRemaining(columns.size());
        }
    }

    boolean next() throws SQLException {
        checkOpen();
        if (statement == null) {
            return rows.advance();
        }
        // Another statement could use the session at the same time.
        ReentrantLock lock = statement.connection.lock();
        lock.lock();
        try {
            return rows.advance();
        } finally {
            lock.unlock();
        }
    }

    private void checkOpen() throws SQLException {
        if (isClosed()) {
            throw new SQLException("The result is closed");
        }
    }

    private @Nullable Object value(int column) throws SQLException {
        checkOpen();
        @Nullable Object[] values = rows.current();
        if (values == null) {
            throw new SQLException(rows.hasEnded() ? "There are no more rows" : "Call next() before reading a row");
        }
        if (column < 1 || column > values.length) {
            throw new SQLException("There is no column " + column + "; columns are 1 to " + values.length);
        }
        Object value = values[column - 1];
        wasNull = value == null;
        return value;
    }

    int findColumn(String name) throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i + 1;
            }
        }
        throw new SQLException("There is no column " + name);
    }

    boolean wasNull() {
        return wasNull;
    }

    @Nullable
    Object getObject(int column) throws SQLException {
        return value(column);
    }

    @Nullable
    Object getObject(String column) throws SQLException {
        return value(findColumn(column));
    }

    @Nullable
    Object getObject(int column, @Nullable Map<String, Class<?>> types) throws SQLException {
        return value(column);
    }

    <T> @Nullable T getObject(int column, @Nullable Class<T> type) throws SQLException {
        if (type == null) {
            throw new SQLException("The class of the value is missing");
        }
        if (value(column) == null) {
            return null;
        }
        Object converted = switch (type.getName()) {
            case "java.lang.String" -> getString(column);
            case "java.lang.Long" -> getLong(column);
            case "java.lang.Integer" -> getInt(column);
            case "java.lang.Short" -> getShort(column);
            case "java.lang.Byte" -> getByte(column);
            case "java.lang.Double" -> getDouble(column);
            case "java.lang.Float" -> getFloat(column);
            case "java.lang.Boolean" -> getBoolean(column);
            case "java.math.BigDecimal" -> getBigDecimal(column);
            case "java.math.BigInteger" -> number(column).toBigInteger();
            case "java.sql.Date" -> getDate(column);
            case "java.sql.Time" -> getTime(column);
            case "java.sql.Timestamp" -> getTimestamp(column);
            case "java.time.LocalDate" -> date(column).date();
            case "java.time.LocalTime" -> date(column).time();
            case "java.time.LocalDateTime" -> date(column).dateTime();
            default -> value(column);
        };
        if (!type.isInstance(converted)) {
            throw new SQLException("Column " + column + " has no " + type.getSimpleName());
        }
        return type.cast(converted);
    }

    <T> @Nullable T getObject(String column, @Nullable Class<T> type) throws SQLException {
        return getObject(findColumn(column), type);
    }

    @Nullable
    String getString(int column) throws SQLException {
        Object value = value(column);
        return switch (value) {
            case null -> null;
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            default -> value.toString();
        };
    }

    @Nullable
    String getString(String column) throws SQLException {
        return getString(findColumn(column));
    }

    @Nullable
    String getNString(int column) throws SQLException {
        return getString(column);
    }

    @Nullable
    String getNString(String column) throws SQLException {
        return getString(column);
    }

    /// Returns a value as a number; null is 0.
    private BigDecimal number(int column) throws SQLException {
        Object value = value(column);
        try {
            return switch (value) {
                case null -> BigDecimal.ZERO;
                case Long n -> BigDecimal.valueOf(n);
                case Boolean b -> b ? BigDecimal.ONE : BigDecimal.ZERO;
                case Double d -> new BigDecimal(d);
                case BigInteger n -> new BigDecimal(n);
                case String text -> new BigDecimal(text.strip());
                default -> throw new SQLException("Column " + column + " is not a number");
            };
        } catch (NumberFormatException e) {
            throw new SQLException("Column " + column + " is not a number: " + value, "22018", e);
        }
    }

    long getLong(int column) throws SQLException {
        if (value(column) instanceof Long n) {
            return n;
        }
        return wholeNumber(column, MIN_LONG, MAX_LONG);
    }

    long getLong(String column) throws SQLException {
        return getLong(findColumn(column));
    }

    private long wholeNumber(int column, BigInteger min, BigInteger max) throws SQLException {
        BigInteger integer = number(column).toBigInteger();
        if (integer.compareTo(min) < 0 || integer.compareTo(max) > 0) {
            throw new SQLException("The value of column " + column + " does not fit: " + integer, "22003");
        }
        return integer.longValue();
    }

    private long wholeNumber(int column, long min, long max) throws SQLException {
        return wholeNumber(column, BigInteger.valueOf(min), BigInteger.valueOf(max));
    }

    int getInt(int column) throws SQLException {
        return (int) wholeNumber(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    int getInt(String column) throws SQLException {
        return getInt(findColumn(column));
    }

    short getShort(int column) throws SQLException {
        return (short) wholeNumber(column, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    short getShort(String column) throws SQLException {
        return getShort(findColumn(column));
    }

    byte getByte(int column) throws SQLException {
        return (byte) wholeNumber(column, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    byte getByte(String column) throws SQLException {
        return getByte(findColumn(column));
    }

    boolean getBoolean(int column) throws SQLException {
        return number(column).signum() != 0;
    }

    boolean getBoolean(String column) throws SQLException {
        return getBoolean(findColumn(column));
    }

    double getDouble(int column) throws SQLException {
        // BigDecimal can't represent infinite values and NaN.
        return value(column) instanceof Double d ? d : number(column).doubleValue();
    }

    double getDouble(String column) throws SQLException {
        return getDouble(findColumn(column));
    }

    float getFloat(int column) throws SQLException {
        return (float) getDouble(column);
    }

    float getFloat(String column) throws SQLException {
        return getFloat(findColumn(column));
    }

    @Nullable
    BigDecimal getBigDecimal(int column) throws SQLException {
        return value(column) == null ? null : number(column);
    }

    @Nullable
    BigDecimal getBigDecimal(String column) throws SQLException {
        return getBigDecimal(findColumn(column));
    }

    byte @Nullable [] getBytes(int column) throws SQLException {
        Object value = value(column);
        return switch (value) {
            case null -> null;
            case byte[] bytes -> bytes.clone();
            default -> value.toString().getBytes(StandardCharsets.UTF_8);
        };
    }

    byte @Nullable [] getBytes(String column) throws SQLException {
        return getBytes(findColumn(column));
    }

    private DateText date(int column) throws SQLException {
        return DateText.of(column, Objects.requireNonNull(value(column)));
    }

    @Nullable
    Date getDate(int column) throws SQLException {
        return getDate(column, null);
    }

    @Nullable
    Date getDate(String column) throws SQLException {
        return getDate(findColumn(column), null);
    }

    @Nullable
    Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
        return value(column) == null ? null : date(column).sqlDate(calendar);
    }

    @Nullable
    Date getDate(String column, @Nullable Calendar calendar) throws SQLException {
        return getDate(findColumn(column), calendar);
    }

    @Nullable
    Time getTime(int column) throws SQLException {
        return getTime(column, null);
    }

    @Nullable
    Time getTime(String column) throws SQLException {
        return getTime(findColumn(column), null);
    }

    @Nullable
    Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
        return value(column) == null ? null : date(column).sqlTime(calendar);
    }

    @Nullable
    Time getTime(String column, @Nullable Calendar calendar) throws SQLException {
        return getTime(findColumn(column), calendar);
    }

    @Nullable
    Timestamp getTimestamp(int column) throws SQLException {
        return getTimestamp(column, null);
    }

    @Nullable
    Timestamp getTimestamp(String column) throws SQLException {
        return getTimestamp(findColumn(column), null);
    }

    @Nullable
    Timestamp getTimestamp(int column, @Nullable Calendar calendar) throws SQLException {
        return value(column) == null ? null : date(column).timestamp(calendar);
    }

    @Nullable
    Timestamp getTimestamp(String column, @Nullable Calendar calendar) throws SQLException {
        return getTimestamp(findColumn(column), calendar);
    }

    ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return JdbcProxy.of(ResultSetMetaData.class, new ResultMetaDataCalls(columns));
    }

    @Nullable
    Statement getStatement() {
        return statement == null ? null : statement.statement();
    }

    int getRow() {
        return rows.current() == null ? 0 : rows.number();
    }

    boolean isBeforeFirst() {
        return rows.number() == 0 && !rows.hasEnded() && rows.hasNext();
    }

    boolean isFirst() {
        return rows.current() != null && rows.number() == 1;
    }

    boolean isAfterLast() {
        return rows.hasEnded() && rows.number() > 0;
    }

    boolean isLast() {
        return rows.current() != null && rows.isLast();
    }

    int getType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    int getConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    void setFetchDirection(int direction) {
        // Rows are forward-only.
    }

    int getFetchSize() {
        return fetchSize;
    }

    void setFetchSize(int size) throws SQLException {
        JdbcProxy.checkNotNegative("The fetch size", size);
        fetchSize = size;
    }

    @Nullable
    SQLWarning getWarnings() {
        return null;
    }

    void clearWarnings() {
        // There are no warnings.
    }

    /// Closes the result without closing its statement.
    void discard() {
        isClosed = true;
        rows.close();
    }

    void close() {
        if (!isClosed) {
            discard();
            if (statement != null && statement.isCloseOnCompletion()) {
                statement.close();
            }
        }
    }

    boolean isClosed() {
        return isClosed || statement != null && statement.isClosed();
    }
}
