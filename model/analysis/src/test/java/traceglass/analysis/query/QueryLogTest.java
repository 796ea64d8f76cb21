package traceglass.analysis.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;
import traceglass.analysis.rows.RowReader;
import traceglass.sql.result.QueryException;

/// Tests that queries on a wrapped connection are logged, and that the log stays small.
class QueryLogTest {

    private final QueryLog log = new QueryLog();

    @Test
    void logsQueriesWhoseRowsAreStored() throws Exception {
        try (Connection real = DriverManager.getConnection("jdbc:duckdb:")) {
            TraceQueries q = new TraceQueries(new LoggedConnection(real, log).connection());
            assertEquals(
                    1000, RowReader.query(q, "SELECT i FROM range(1000) t(i)").size());
            assertEquals(2, RowReader.query(q, "SELECT [i] FROM range(2) t(i)").size());
            assertThrows(QueryException.class, () -> RowReader.query(q, "SELECT nothing FROM range(2)"));
            assertThrows(QueryException.class, () -> RowReader.query(q, "SELECT error('broken') FROM range(2)"));
        }
        List<QueryLog.Entry> entries = log.entries().reversed();
        assertEquals(
                List.of(1000L, 2L, -1L, -1L),
                entries.stream().map(QueryLog.Entry::rows).toList());
        assertEquals(
                List.of(true, true, false, false),
                entries.stream().map(e -> e.error().isEmpty()).toList());
        assertEquals("SELECT error('broken') FROM range(2)", entries.getLast().sql());
    }

    @Test
    void logsRowsAndPurposeOfEachQuery() throws SQLException {
        try (Connection real = DriverManager.getConnection("jdbc:duckdb:")) {
            LoggedConnection logged = new LoggedConnection(real, log);
            logged.setPurpose("first");
            try (Statement s = logged.connection().createStatement()) {
                s.execute("CREATE TABLE t AS SELECT i FROM range(1000) t(i)");
                try (ResultSet r = s.executeQuery("SELECT i FROM t")) {
                    long sum = 0;
                    while (r.next()) {
                        sum += r.getLong(1);
                    }
                    assertEquals(499_500, sum);
                }
                // Only some rows are read, and those count.
                try (ResultSet r = s.executeQuery("SELECT i FROM t ORDER BY i")) {
                    assertTrue(r.next());
                    assertTrue(r.next());
                }
            }
            logged.setPurpose("second");
            try (PreparedStatement p = logged.connection().prepareStatement("SELECT i FROM t WHERE i < ?")) {
                p.setInt(1, 3);
                try (ResultSet r = p.executeQuery()) {
                    while (r.next()) {
                        assertTrue(r.getInt("i") < 3);
                    }
                }
            }
            try (Statement s = logged.connection().createStatement()) {
                assertThrows(SQLException.class, () -> s.executeQuery("SELECT nothing FROM t"));
            }
            // The DuckDB connection can still be unwrapped.
            assertEquals(real, logged.connection().unwrap(DuckDBConnection.class));
        }
        List<QueryLog.Entry> entries = log.entries().reversed();
        assertEquals(
                List.of(
                        "CREATE TABLE t AS SELECT i FROM range(1000) t(i)",
                        "SELECT i FROM t",
                        "SELECT i FROM t ORDER BY i",
                        "SELECT i FROM t WHERE i < ?",
                        "SELECT nothing FROM t"),
                entries.stream().map(QueryLog.Entry::sql).toList());
        assertEquals(
                List.of("first", "first", "first", "second", "second"),
                entries.stream().map(QueryLog.Entry::purpose).toList());
        assertEquals(
                List.of(-1L, 1000L, 2L, 3L, -1L),
                entries.stream().map(QueryLog.Entry::rows).toList());
        assertTrue(entries.stream().limit(4).allMatch(e -> e.error().isEmpty() && e.tookNs() > 0));
        assertTrue(
                entries.getLast().error().contains("nothing"), entries.getLast().error());
    }

    @Test
    void countsTheRowsOfAResultThatIsRequestedLater() throws SQLException {
        try (Connection real = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = new LoggedConnection(real, log).connection().createStatement()) {
            assertTrue(s.execute("SELECT i FROM range(7) t(i)"));
            assertEquals(List.of(), log.entries(), "the query is still running");
            try (ResultSet r = s.getResultSet()) {
                while (r.next()) {
                    assertTrue(r.getLong(1) < 7);
                }
            }
            assertEquals(7, log.entries().getFirst().rows());
            s.execute("CREATE TABLE t(i INTEGER)");
            assertEquals(
                    "CREATE TABLE t(i INTEGER)",
                    log.entries().getFirst().sql(),
                    "a statement without rows ends at once");
        }
    }

    @Test
    void keepsTheLastQueriesAndTruncatesLongOnes() {
        for (int i = 0; i < 2 * QueryLog.MAX_QUERIES; i++) {
            log.add(Instant.EPOCH, "test", "SELECT " + i, 1, 1, "");
        }
        assertEquals(QueryLog.MAX_QUERIES, log.entries().size());
        assertEquals(
                "SELECT " + (2 * QueryLog.MAX_QUERIES - 1),
                log.entries().getFirst().sql());
        assertEquals(2 * QueryLog.MAX_QUERIES, log.count());
        for (int i = 0; i < 100; i++) {
            log.add(Instant.EPOCH, "test", "x".repeat(QueryLog.MAX_QUERY_LENGTH + 7), 1, 1, "");
        }
        assertTrue(log.entries().stream().mapToLong(e -> e.sql().length()).sum() <= QueryLog.MAX_CHARACTERS);
        assertTrue(log.entries().getFirst().sql().endsWith("-- and 7 more characters"));
        log.clear();
        assertEquals(List.of(), log.entries());
    }
}
