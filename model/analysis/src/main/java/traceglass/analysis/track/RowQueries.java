package traceglass.analysis.track;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Runs queries and reads their rows.
@FunctionalInterface
public interface RowQueries {

    /// Reads one row.
    interface Row {
        void read(ResultSet row) throws SQLException;
    }

    /// Reads every row of a query.
    void forEachRow(String sql, Row row) throws SQLException;

    /// Returns queries on a connection.
    static RowQueries on(Connection c) {
        return (sql, row) -> {
            try (var statement = c.createStatement();
                    ResultSet r = statement.executeQuery(sql)) {
                while (r.next()) {
                    row.read(r);
                }
            }
        };
    }
}
