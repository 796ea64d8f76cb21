package traceglass.engine.jdbc;

import java.math.BigDecimal;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.sql.session.BoundSql;

/// Methods of [PreparedStatement].
final class PreparedCalls extends StatementCalls {

    private final String sql;
    /// Number of parameters.
    private final int count;
    private final Map<Integer, @Nullable Object> values = new TreeMap<>();

    PreparedCalls(ConnectionCalls connection, String sql) {
        super(connection);
        this.sql = sql;
        count = BoundSql.count(sql);
    }

    @Override
    Statement proxy() {
        return JdbcProxy.of(PreparedStatement.class, this);
    }

    PreparedStatement prepared() {
        return (PreparedStatement) statement();
    }

    private @Nullable Object[] parameters() throws SQLException {
        List<@Nullable Object> all = new ArrayList<>();
        for (Map.Entry<Integer, @Nullable Object> value : values.entrySet()) {
            if (value.getKey() != all.size() + 1) {
                throw new SQLException("Parameter " + (all.size() + 1) + " has no value");
            }
            all.add(value.getValue());
        }
        return all.toArray();
    }

    boolean execute() throws SQLException {
        return run(sql, parameters());
    }

    ResultSet executeQuery() throws SQLException {
        execute();
        return result();
    }

    int executeUpdate() throws SQLException {
        execute();
        return 0;
    }

    long executeLargeUpdate() throws SQLException {
        execute();
        return 0;
    }

    /// Returns null, because the columns are unknown before the statement runs.
    @Nullable
    ResultSetMetaData getMetaData() {
        return null;
    }

    ParameterMetaData getParameterMetaData() {
        return JdbcProxy.of(ParameterMetaData.class, new ParameterCalls(count));
    }

    void clearParameters() {
        values.clear();
    }

    private void set(int index, @Nullable Object value) throws SQLException {
        if (index < 1) {
            throw new SQLException("Parameters are counted from 1");
        }
        if (index > count) {
            throw new SQLException("There is no parameter " + index + "; the statement has "
                    + (count == 0 ? "none" : count == 1 ? "one" : String.valueOf(count)));
        }
        values.put(index, value);
    }

    void setNull(int index, int type) throws SQLException {
        set(index, null);
    }

    void setNull(int index, int type, String name) throws SQLException {
        set(index, null);
    }

    void setBoolean(int index, boolean value) throws SQLException {
        set(index, value);
    }

    void setByte(int index, byte value) throws SQLException {
        set(index, (long) value);
    }

    void setShort(int index, short value) throws SQLException {
        set(index, (long) value);
    }

    void setInt(int index, int value) throws SQLException {
        set(index, (long) value);
    }

    void setLong(int index, long value) throws SQLException {
        set(index, value);
    }

    void setFloat(int index, float value) throws SQLException {
        set(index, (double) value);
    }

    void setDouble(int index, double value) throws SQLException {
        set(index, value);
    }

    void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
        set(index, value);
    }

    void setString(int index, @Nullable String value) throws SQLException {
        set(index, value);
    }

    void setNString(int index, @Nullable String value) throws SQLException {
        set(index, value);
    }

    void setBytes(int index, byte @Nullable [] value) throws SQLException {
        set(index, value == null ? null : Arrays.copyOf(value, value.length));
    }

    void setObject(int index, @Nullable Object value) throws SQLException {
        set(index, value);
    }

    void setObject(int index, @Nullable Object value, int type) throws SQLException {
        set(index, value);
    }

    void setObject(int index, @Nullable Object value, int type, int scale) throws SQLException {
        set(index, value);
    }
}
