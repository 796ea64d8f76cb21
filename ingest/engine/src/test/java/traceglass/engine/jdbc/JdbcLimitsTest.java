package traceglass.engine.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineOptions;

/// Tests tools that don't read results to the end, don't close them, or don't wait.
@Timeout(60)
class JdbcLimitsTest {

    @TempDir
    private Path folder;

    private Path trace;

    @BeforeEach
    void writeTrace() throws Exception {
        trace = Files.writeString(
                folder.resolve("limits.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"a\", \"ts\": 1, \"dur\": 5}]");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:traceglass:" + trace);
    }

    /// A grid of a hundred million rows must not be read into memory when the tool runs another statement.
    @Test
    void aHugeOpenResultFailsWhenTheNextStatementClosesIt() throws Exception {
        try (Connection connection = connect();
                Statement grid = connection.createStatement();
                Statement other = connection.createStatement();
                ResultSet rows = grid.executeQuery("SELECT range AS a, range AS b FROM range(100000000)")) {
            assertTrue(rows.next());
            try (ResultSet one = other.executeQuery("SELECT 7")) {
                assertTrue(one.next());
                assertEquals(7, one.getInt(1));
            }
            int read = 1;
            SQLException ended = null;
            while (ended == null) {
                try {
                    assertTrue(rows.next());
                    assertEquals(read++, rows.getInt(1));
                } catch (SQLException e) {
                    ended = e;
                }
            }
            assertEquals(500_001, read);
            assertTrue(ended.getMessage().contains("was closed by the next statement"), ended.getMessage());
            assertThrows(SQLException.class, rows::next);
        }
    }

    /// The failure of an open result is reported by that result, not by the next statement.
    @Test
    void anErrorInAnOpenResultDoesNotFailTheNextStatement() throws Exception {
        try (Connection connection = connect();
                Statement first = connection.createStatement();
                Statement second = connection.createStatement();
                ResultSet rows = first.executeQuery("SELECT CASE WHEN range < 900000 THEN range"
                        + " ELSE error('no more') END AS x FROM range(1000000)")) {
            assertTrue(rows.next());
            try (ResultSet one = second.executeQuery("SELECT 7")) {
                assertTrue(one.next());
            }
            SQLException failure = assertThrows(SQLException.class, () -> {
                while (rows.next()) {
                    rows.getLong(1);
                }
            });
            assertTrue(failure.getMessage().contains("no more"), failure.getMessage());
        }
    }

    /// A query that returns more rows than the database buffers at once, and another row after a very long time.
    private static final String SLOW_END =
            "SELECT range AS n FROM range(100000000000000) WHERE range < 600000 OR range = 99999999999999";

    /// The time for buffering the remaining rows of an open result counts toward the limit of the next statement.
    @Test
    void aStatementThatWaitsForAnOpenResultKeepsItsTimeLimit() throws Exception {
        try (Connection connection = connect();
                Statement slow = connection.createStatement();
                Statement other = connection.createStatement();
                ResultSet rows = slow.executeQuery(SLOW_END)) {
            assertTrue(rows.next());
            other.setQueryTimeout(1);
            assertThrows(SQLTimeoutException.class, () -> other.executeQuery("SELECT 7"));
            SQLException ended = assertThrows(SQLException.class, () -> {
                while (rows.next()) {
                    rows.getLong(1);
                }
            });
            assertTrue(ended.getMessage().contains("took too long"), ended.getMessage());
            try (ResultSet one = other.executeQuery("SELECT 7")) {
                assertTrue(one.next());
            }
        }
    }

    @Test
    void aStatementThatWaitsForAnOpenResultCanBeCanceled() throws Exception {
        try (Connection connection = connect();
                Statement slow = connection.createStatement();
                Statement other = connection.createStatement();
                ResultSet rows = slow.executeQuery(SLOW_END)) {
            assertTrue(rows.next());
            Thread canceling = startInBackground(() -> {
                Thread.sleep(500);
                other.cancel();
            });
            SQLException canceled = assertThrows(SQLException.class, () -> other.executeQuery("SELECT 7"));
            assertTrue(canceled.getMessage().contains("cancel"), canceled.getMessage());
            canceling.join();
        }
    }

    /// A statement that times out while another thread reads rows must not cancel that reading.
    @Test
    void aStatementThatTimesOutDoesNotInterruptAReadingThread() throws Exception {
        try (Connection connection = connect();
                Statement slow = connection.createStatement();
                Statement other = connection.createStatement()) {
            assertDoesNotInterruptAReader(slow, () -> {
                other.setQueryTimeout(1);
                assertThrows(SQLTimeoutException.class, () -> other.executeQuery("SELECT 7"));
            });
        }
    }

    /// Runs a task while another thread waits for the next rows of a result, and checks that it still waits.
    private static void assertDoesNotInterruptAReader(Statement slow, Task task) throws Exception {
        try (ResultSet rows = slow.executeQuery(SLOW_END)) {
            AtomicInteger read = new AtomicInteger();
            AtomicReference<SQLException> end = new AtomicReference<>();
            Thread reader = startInBackground(() -> {
                try {
                    while (rows.next()) {
                        read.incrementAndGet();
                    }
                } catch (SQLException e) {
                    end.set(e);
                }
            });
            int before = -1;
            while (read.get() == 0 || read.get() != before) {
                before = read.get();
                Thread.sleep(500);
            }
            task.run();
            assertTrue(reader.isAlive());
            assertNull(end.get());
            slow.cancel();
            reader.join();
        }
    }

    /// JDBC has no separate time limit for metadata requests.
    @Test
    void metadataWaitsForAnOpenResultOnlyAsLongAsTheNetworkTimeout() throws Exception {
        try (Connection connection = connect();
                Statement slow = connection.createStatement();
                ResultSet rows = slow.executeQuery(SLOW_END)) {
            assertTrue(rows.next());
            connection.setNetworkTimeout(null, 700);
            assertEquals(700, connection.getNetworkTimeout());
            SQLException timeout = assertThrows(
                    SQLTimeoutException.class, () -> connection.getMetaData().getTables(null, null, "%", null));
            assertTrue(timeout.getMessage().contains("busy with another statement or its rows for more than 700 ms"));
            connection.setNetworkTimeout(null, 0);
            assertEquals(List.of("ts"), columns(connection, "slice", "ts"));
            assertThrows(SQLException.class, () -> {
                while (rows.next()) {
                    rows.getLong(1);
                }
            });
        }
    }

    @Test
    void metadataCallsThatTimeOutDoNotInterruptAReadingThread() throws Exception {
        try (Connection connection = connect();
                Statement slow = connection.createStatement()) {
            connection.setNetworkTimeout(null, 700);
            // Metadata calls wait for this limit, because they have none themselves.
            slow.setQueryTimeout(50);
            assertDoesNotInterruptAReader(slow, () -> {
                DatabaseMetaData metadata = connection.getMetaData();
                assertThrows(SQLTimeoutException.class, () -> metadata.getTables(null, null, "%", null));
                assertThrows(SQLTimeoutException.class, () -> metadata.getColumns(null, null, "slice", "%"));
                assertThrows(SQLTimeoutException.class, () -> metadata.getPrimaryKeys(null, null, "slice"));
                assertThrows(SQLTimeoutException.class, () -> metadata.getFunctions(null, null, "%"));
            });
            connection.setNetworkTimeout(null, 0);
            assertEquals(List.of("dur"), columns(connection, "slice", "dur"));
        }
    }

    @Test
    void theNetworkTimeoutIsTheLimitOfStatementsWithoutOne() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            assertThrows(SQLException.class, () -> connection.setNetworkTimeout(null, -1));
            connection.setNetworkTimeout(null, 500);
            assertThrows(
                    SQLTimeoutException.class,
                    () -> statement.executeQuery("SELECT count(*) FROM range(100000000000) WHERE range % 7 = 3"));
        }
    }

    private static List<String> columns(Connection connection, String table, String column) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows = connection.getMetaData().getColumns(null, null, table, column)) {
            while (rows.next()) {
                names.add(rows.getString("COLUMN_NAME"));
            }
        }
        return names;
    }

    private interface Task {
        void run() throws Exception;
    }

    private static Thread startInBackground(Task task) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                task.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void closeOnCompletionIgnoresResultsReplacedByAnotherExecution() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.closeOnCompletion();
            assertTrue(statement.execute("SELECT 1"));
            assertFalse(statement.execute("CREATE TABLE t AS SELECT 5 AS x"));
            assertFalse(statement.isClosed());
            try (ResultSet rows = statement.executeQuery("SELECT x FROM t")) {
                assertTrue(rows.next());
            }
            assertTrue(statement.isClosed());
        }
    }

    @Test
    void resultsAndStatementsOfAClosedConnectionAreClosed() throws Exception {
        Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT range FROM range(100000000)");
        assertTrue(rows.next());
        connection.close();
        assertTrue(statement.isClosed());
        assertTrue(rows.isClosed());
        assertThrows(SQLException.class, rows::next);
    }

    /// Garbage collection of a connection that was never closed closes its trace.
    @Test
    void anUnreachableConnectionIsClosed() throws Exception {
        SharedTrace shared = SharedTrace.open(trace.toAbsolutePath().normalize(), EngineOptions.temporary());
        try {
            for (int i = 0; i < 50; i++) {
                openWithoutClosing();
            }
            for (int i = 0; i < 200 && shared.userCount() > 1; i++) {
                System.gc();
                Thread.sleep(20);
            }
            assertEquals(1, shared.userCount());
        } finally {
            shared.release();
        }
    }

    private void openWithoutClosing() throws SQLException {
        Connection connection = connect();
        Statement statement = connection.createStatement();
        assertNotNull(statement.executeQuery("SELECT range FROM range(100000)"));
    }

    @Test
    void manyConnectionsShareOneTrace() throws Exception {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Connection connection = connect();
            all.add(connection);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM slice")) {
                assertTrue(rows.next());
                assertEquals(1, rows.getInt(1));
            }
        }
        for (Connection connection : all) {
            connection.close();
        }
    }
}
