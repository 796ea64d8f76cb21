package traceglass.engine.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceDriverTest {

    @TempDir
    private Path folder;

    private String url;
    private Connection connection;

    @BeforeEach
    void connect() throws Exception {
        Path trace = Files.writeString(folder.resolve("jdbc trace.json"), """
            [{"ph": "X", "pid": 7, "tid": 8, "name": "jdbc load", "cat": "io", "ts": 100, "dur": 50},
             {"ph": "X", "pid": 7, "tid": 8, "name": "jdbc parse", "ts": 200, "dur": 1000}]\
            """);
        url = "jdbc:traceglass:" + trace;
        connection = DriverManager.getConnection(url);
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    private static List<String> column(ResultSet rows, String name) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(name));
            }
        }
        return values;
    }

    /// A method with a misspelled name or another type would never be called.
    @Test
    void everyMethodBelongsToItsInterface() {
        Map<Class<?>, Class<?>> interfaces = Map.of(
                ConnectionCalls.class, Connection.class,
                StatementCalls.class, Statement.class,
                PreparedCalls.class, PreparedStatement.class,
                ResultCalls.class, ResultSet.class,
                ResultMetaDataCalls.class, ResultSetMetaData.class,
                MetaDataCalls.class, DatabaseMetaData.class,
                ConstantMetaDataCalls.class, DatabaseMetaData.class);
        Set<String> ownMethods = Set.of(
                "run",
                "connection",
                "shared",
                "url",
                "cancelQuery",
                "checkOpen",
                "statement",
                "proxy",
                "result",
                "prepared",
                "resultSet",
                "hasColumns",
                "limitRows",
                "bufferRemaining",
                "of",
                "matches",
                "tables",
                "functions",
                "startTimeLimit",
                "endTimeLimit",
                "lock",
                "discard",
                "type");
        interfaces.forEach((calls, type) -> {
            Set<String> known =
                    Arrays.stream(type.getMethods()).map(JdbcProxy::signature).collect(Collectors.toSet());
            for (Method method : calls.getDeclaredMethods()) {
                if (!Modifier.isPrivate(method.getModifiers())
                        && !method.isSynthetic()
                        && !ownMethods.contains(method.getName())) {
                    assertTrue(known.contains(JdbcProxy.signature(method)), method::toString);
                }
            }
        });
    }

    @Test
    void theDriverIsFoundAndRejectsInvalidUrls() throws Exception {
        assertTrue(ServiceLoader.load(Driver.class).stream().anyMatch(p -> p.type() == TraceDriver.class));
        assertNull(new TraceDriver().connect("jdbc:duckdb:", new Properties()));
        assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:traceglass:"));
        SQLException unknown = assertThrows(SQLException.class, () -> DriverManager.getConnection(url + "?color=red"));
        assertTrue(unknown.getMessage().endsWith("options are cache, memory, modules, files"), unknown.getMessage());
        assertThrows(SQLException.class, () -> DriverManager.getConnection(url + "?cache=%zz"));
        assertThrows(SQLException.class, () -> DriverManager.getConnection(url + "?memory=much"));
        SQLException absent = assertThrows(
                SQLException.class, () -> DriverManager.getConnection("jdbc:traceglass:" + folder.resolve("absent")));
        assertTrue(absent.getMessage().endsWith("does not exist"), absent.getMessage());
        assertEquals(4, new TraceDriver().getPropertyInfo(url, null).length);
    }

    /// Tools pass options in the URL or as properties of a connection; the URL takes precedence.
    @Test
    void optionsComeFromTheUrlAndFromProperties() throws Exception {
        Path cache = folder.resolve("c++ cache");
        Path modules = Files.createDirectories(folder.resolve("modules/mine")).getParent();
        Files.writeString(modules.resolve("mine/one.sql"), "CREATE PERFETTO TABLE one AS SELECT 1 AS one");
        Properties properties = new Properties();
        properties.setProperty("cache", folder.resolve("unused").toString());
        properties.setProperty("modules", modules.toString());
        properties.setProperty("user", "anyone");
        String options = "?cache=" + cache.toString().replace(" ", "%20") + "&memory=200000000&files=true";
        try (Connection other = DriverManager.getConnection(url + options, properties);
                Statement statement = other.createStatement()) {
            statement.execute("INCLUDE PERFETTO MODULE mine.one");
            assertEquals(List.of("1"), column(statement.executeQuery("SELECT one FROM one"), "one"));
            statement.execute("COPY (SELECT name FROM slice) TO '" + folder.resolve("out.csv") + "'");
            assertTrue(Files.readString(folder.resolve("out.csv")).contains("jdbc parse"));
        }
        assertTrue(Files.isDirectory(cache));
        assertFalse(Files.exists(folder.resolve("unused")));
        for (String memory : List.of("1", "-5", "1GB")) {
            SQLException e =
                    assertThrows(SQLException.class, () -> DriverManager.getConnection(url + "?memory=" + memory));
            assertTrue(e.getMessage().contains("memory"), e.getMessage());
        }
        try (Statement statement = connection.createStatement()) {
            assertThrows(
                    SQLException.class,
                    () -> statement.execute("COPY (SELECT 1) TO '" + folder.resolve("no.csv") + "'"));
        }
        DriverManager.getConnection(url + "?").close();
    }

    @Test
    void valuesAreReadInAllTypes() throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 7 AS n, 0.5 AS d, 'text' AS t, NULL AS e, from_hex('00ff') AS b, '12' AS s,"
                                + " 99999999999 AS big, true AS yes")) {
            assertTrue(rows.isBeforeFirst());
            assertThrows(SQLException.class, () -> rows.getInt(1));
            assertTrue(rows.next());
            assertEquals(7, rows.getInt("N"));
            assertEquals(7.0, rows.getDouble(1));
            assertEquals(new BigDecimal("0.5"), rows.getBigDecimal("d"));
            assertEquals("text", rows.getObject(3));
            assertEquals(0, rows.getLong("e"));
            assertTrue(rows.wasNull());
            assertNull(rows.getObject("e", Long.class));
            assertEquals(2, rows.getBytes("b").length);
            assertEquals(12, rows.getShort("s"));
            assertThrows(SQLException.class, () -> rows.getInt("big"));
            assertThrows(SQLException.class, () -> rows.getInt("t"));
            assertThrows(SQLException.class, () -> rows.getInt("absent"));
            assertThrows(SQLException.class, () -> rows.getInt(99));
            assertTrue(rows.getBoolean("yes"));
            assertEquals(Integer.valueOf(7), rows.getObject("n", Integer.class));
            ResultSetMetaData shape = rows.getMetaData();
            assertEquals(8, shape.getColumnCount());
            assertEquals(List.of(Types.DOUBLE, Types.VARCHAR), List.of(shape.getColumnType(2), shape.getColumnType(3)));
            assertEquals("n", shape.getColumnLabel(1));
            assertFalse(shape.isWritable(1));
            assertFalse(rows.next());
            assertTrue(rows.isAfterLast());
            assertThrows(SQLFeatureNotSupportedException.class, () -> rows.updateInt(1, 2));
        }
    }

    @Test
    void preparedStatementsDescribeTheirParameters() throws Exception {
        try (PreparedStatement find = connection.prepareStatement("SELECT ?2 + ?1, ? -- and ?")) {
            ParameterMetaData parameters = find.getParameterMetaData();
            assertEquals(3, parameters.getParameterCount());
            assertEquals(ParameterMetaData.parameterModeIn, parameters.getParameterMode(3));
            assertThrows(SQLException.class, () -> parameters.getParameterType(4));
            assertThrows(SQLException.class, () -> find.setFetchSize(-1));
            assertThrows(SQLException.class, () -> connection.isValid(-1));
        }
    }

    @Test
    void preparedStatementsBindValues() throws Exception {
        try (PreparedStatement find = connection.prepareStatement("SELECT dur FROM slice WHERE name = ? AND dur > ?")) {
            find.setString(1, "jdbc parse");
            find.setInt(2, 5);
            try (ResultSet rows = find.executeQuery()) {
                assertTrue(rows.next());
                assertEquals(1_000_000, rows.getLong("dur"));
            }
            find.setString(1, "' OR 1 = 1 --");
            try (ResultSet rows = find.executeQuery()) {
                assertFalse(rows.next());
            }
            find.clearParameters();
            assertThrows(SQLException.class, find::executeQuery);
            find.setInt(2, 5);
            SQLException missing = assertThrows(SQLException.class, find::executeQuery);
            assertEquals("Parameter 1 has no value", missing.getMessage());
            SQLException tooMany = assertThrows(SQLException.class, () -> find.setInt(Integer.MAX_VALUE, 5));
            assertEquals("There is no parameter 2147483647; the statement has 2", tooMany.getMessage());
        }
        try (PreparedStatement hugeNumber = connection.prepareStatement("SELECT ?2000000000")) {
            hugeNumber.setInt(2_000_000_000, 1);
            assertThrows(SQLException.class, hugeNumber::executeQuery);
        }
        assertThrows(SQLException.class, () -> connection.prepareStatement(null));
        assertThrows(SQLException.class, () -> connection.createStatement().executeQuery(null));
    }

    @Test
    void limitsAreNotNegative() throws Exception {
        try (Statement statement = connection.createStatement()) {
            assertThrows(SQLException.class, () -> statement.setMaxRows(-1));
            assertThrows(SQLException.class, () -> statement.setLargeMaxRows(-1));
            assertThrows(SQLException.class, () -> statement.setQueryTimeout(-1));
            assertEquals(1, column(statement.executeQuery("SELECT 1 AS n"), "n").size());
        }
    }

    @Test
    void statementsOfAConnectionSeeTheSameTables() throws Exception {
        try (Statement first = connection.createStatement();
                Statement second = connection.createStatement();
                Connection other = DriverManager.getConnection(url);
                Statement third = other.createStatement()) {
            assertFalse(first.execute("CREATE TABLE own AS SELECT range AS x FROM range(5000)"));
            assertEquals(0, first.getUpdateCount());
            assertFalse(first.getMoreResults());
            assertEquals(-1, first.getUpdateCount());
            ResultSet open = second.executeQuery("SELECT x FROM own ORDER BY x");
            assertTrue(open.next());
            try (ResultSet rows = first.executeQuery("SELECT sum(x) FROM own")) {
                assertTrue(rows.next());
                assertEquals(4999L * 2500, rows.getLong(1));
            }
            // The open result was kept when the other statement ran.
            for (int i = 1; i < 5000; i++) {
                assertTrue(open.next());
                assertEquals(i, open.getInt(1));
            }
            assertFalse(open.next());
            SQLException unknown =
                    assertThrows(SQLSyntaxErrorException.class, () -> third.executeQuery("SELECT x FROM own"));
            assertTrue(unknown.getMessage().startsWith("line 1, column 15: "), unknown.getMessage());
        }
    }

    @Test
    void rowsAreLimitedAndQueriesStopped() throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            assertEquals(
                    3,
                    column(statement.executeQuery("SELECT * FROM range(100000000000)"), "range")
                            .size());
            statement.setMaxRows(0);
            statement.setQueryTimeout(1);
            assertThrows(
                    SQLTimeoutException.class,
                    () -> statement.executeQuery(
                            "SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b"));
            statement.setQueryTimeout(0);
            assertEquals(1, column(statement.executeQuery("SELECT 1 AS n"), "n").size());
            Thread other = new Thread(() -> {
                try {
                    Thread.sleep(100);
                    statement.cancel();
                } catch (InterruptedException | SQLException e) {
                    throw new AssertionError(e);
                }
            });
            other.start();
            assertThrows(
                    SQLException.class,
                    () -> statement.executeQuery(
                            "SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b"));
            other.join();
        }
    }

    @Test
    void closedObjectsThrow() throws Exception {
        Statement statement = connection.createStatement();
        statement.closeOnCompletion();
        statement.executeQuery("SELECT 1").close();
        assertTrue(statement.isClosed());
        assertThrows(SQLException.class, () -> statement.executeQuery("SELECT 1"));
        connection.close();
        connection.close();
        assertTrue(connection.isClosed());
        assertFalse(connection.isValid(1));
        assertThrows(SQLException.class, connection::createStatement);
    }
}
