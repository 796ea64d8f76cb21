package traceglass.record.testing;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.lazy.LazyArgs;

/// Queries a recorded trace.
public final class RecordedRows {

    private RecordedRows() {}

    /// Opens the trace and returns the rows of each SQL query, with `|` between columns.
    public static List<List<String>> rows(Path trace, List<String> queries) throws Exception {
        List<List<String>> results = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            store.ensure(LazyArgs.FTRACE);
            try (Connection c = store.connection();
                    Statement s = c.createStatement()) {
                for (String query : queries) {
                    try (ResultSet r = s.executeQuery(query)) {
                        results.add(rows(r));
                    }
                }
            }
        }
        return results;
    }

    private static List<String> rows(ResultSet r) throws SQLException {
        List<String> rows = new ArrayList<>();
        while (r.next()) {
            StringJoiner row = new StringJoiner("|");
            for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) {
                row.add(r.getString(i));
            }
            rows.add(row.toString());
        }
        return rows;
    }

    /// Opens the trace and returns the single number that the SQL query returns.
    public static long count(Path trace, String sql) throws Exception {
        try (TraceStore store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection();
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            r.next();
            return r.getLong(1);
        }
    }
}
