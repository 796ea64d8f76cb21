package traceglass.analysis.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Asks for a few rows and makes objects of them.
public final class Rows {

    /// Makes an object of the current row.
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Cancellation cancel;

    public Rows(Connection connection, Cancellation cancel) {
        this.connection = connection;
        this.cancel = cancel;
    }

    /// @param values of the `?` in their order
    public <T> List<T> all(String sql, Reader<T> reader, Object... values) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(sql)) {
            cancel.onCancel(() -> {
                try {
                    s.cancel();
                } catch (SQLException e) {
                    // It ended by itself in the same moment.
                }
            });
            for (int i = 0; i < values.length; i++) {
                s.setObject(i + 1, values[i]);
            }
            List<T> all = new ArrayList<>();
            try (ResultSet r = s.executeQuery()) {
                while (r.next()) {
                    all.add(reader.read(r));
                }
            }
            return all;
        } finally {
            cancel.onCancel(null);
        }
    }

    public <T> Optional<T> first(String sql, Reader<T> reader, Object... values) throws SQLException {
        List<T> all = all(sql, reader, values);
        return all.isEmpty() ? Optional.empty() : Optional.ofNullable(all.getFirst());
    }

    /// The value, or null for NULL.
    public static Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }
}
