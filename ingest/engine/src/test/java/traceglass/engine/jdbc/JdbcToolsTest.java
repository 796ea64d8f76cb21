package traceglass.engine.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Makes the calls of DBeaver's generic driver and of DataGrip's introspection by JDBC metadata, in their order.
class JdbcToolsTest {

    @TempDir
    private Path folder;

    private String url;
    private Connection connection;

    @BeforeEach
    void connect() throws Exception {
        Path trace = Files.writeString(folder.resolve("tool trace.json"), """
            [{"ph": "X", "pid": 7, "tid": 8, "name": "tool load", "ts": 100, "dur": 50},
             {"ph": "X", "pid": 7, "tid": 8, "name": "tool parse", "ts": 200, "dur": 1000}]\
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

    @Test
    void dBeaverReadsTheDatabaseTree() throws Exception {
        connection.setReadOnly(true);
        connection.setAutoCommit(true);
        assertTrue(connection.getAutoCommit());
        assertNull(connection.getCatalog());
        assertEquals("main", connection.getSchema());
        connection.commit();
        // The tool uses a second connection for its tree of tables.
        try (Connection second = DriverManager.getConnection(url)) {
            DatabaseMetaData meta = second.getMetaData();
            assertEquals("Traceglass", meta.getDatabaseProductName());
            assertEquals("\"", meta.getIdentifierQuoteString());
            assertEquals("\\", meta.getSearchStringEscape());
            assertEquals("schema", meta.getSchemaTerm());
            assertTrue(meta.isReadOnly());
            assertFalse(meta.supportsTransactions());
            assertFalse(meta.supportsBatchUpdates());
            assertFalse(meta.supportsCatalogsInDataManipulation());
            assertTrue(meta.supportsSchemasInDataManipulation());
            for (String names : List.of(
                    meta.getSQLKeywords(),
                    meta.getNumericFunctions(),
                    meta.getStringFunctions(),
                    meta.getSystemFunctions(),
                    meta.getTimeDateFunctions())) {
                assertTrue(names.matches("\\w+(,\\w+)+"), names);
            }
            assertEquals(List.of("TABLE", "VIEW"), column(meta.getTableTypes(), "TABLE_TYPE"));
            assertEquals(List.of(), column(meta.getCatalogs(), "TABLE_CAT"));
            assertEquals(List.of("main"), column(meta.getSchemas(null, "%"), "TABLE_SCHEM"));
            List<String> tables = column(meta.getTables(null, "main", "%", null), "TABLE_NAME");
            assertTrue(tables.containsAll(List.of("slice", "thread", "process", "counter")), tables::toString);
            assertEquals(tables.stream().sorted().toList(), tables);
            try (ResultSet columns = meta.getColumns(null, "main", "%", "%")) {
                Set<String> seen = new HashSet<>();
                while (columns.next()) {
                    seen.add(columns.getString("TABLE_NAME"));
                }
                assertEquals(new HashSet<>(tables), seen);
            }
            assertEquals(List.of("utid"), column(meta.getPrimaryKeys(null, "main", "thread"), "COLUMN_NAME"));
            assertEquals(
                    List.of("id"), column(meta.getBestRowIdentifier(null, "main", "slice", 1, true), "COLUMN_NAME"));
            List<String> targets = column(meta.getImportedKeys(null, "main", "slice"), "PKTABLE_NAME");
            assertTrue(targets.containsAll(List.of("slice", "track")), targets::toString);
            assertEquals(targets.stream().sorted().toList(), targets);
            assertTrue(column(meta.getExportedKeys(null, "main", "thread"), "FKTABLE_NAME")
                    .contains("thread_state"));
            assertFalse(meta.getIndexInfo(null, "main", "slice", false, true).next());
            assertTrue(column(meta.getFunctions(null, "main", "%"), "FUNCTION_NAME")
                    .contains("ancestor_slice"));
            assertFalse(meta.getProcedures(null, "main", "%").next());
        }
        readLikeAGrid();
    }

    /// Makes the calls with which tools fill a grid of rows.
    private void readLikeAGrid() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(200);
            statement.setFetchSize(200);
            statement.setQueryTimeout(30);
            assertTrue(statement.execute("SELECT id, name, dur FROM main.\"slice\" ORDER BY id"));
            assertEquals(-1, statement.getUpdateCount());
            assertNull(statement.getWarnings());
            try (ResultSet rows = statement.getResultSet()) {
                ResultSetMetaData shape = rows.getMetaData();
                for (int i = 1; i <= shape.getColumnCount(); i++) {
                    assertFalse(shape.isWritable(i));
                    assertTrue(shape.isReadOnly(i));
                    assertEquals("", shape.getTableName(i));
                    assertEquals("", shape.getSchemaName(i));
                    assertEquals("", shape.getCatalogName(i));
                    assertFalse(shape.getColumnTypeName(i).isEmpty());
                    assertTrue(shape.getPrecision(i) >= 0 && shape.getScale(i) == 0);
                    assertFalse(shape.getColumnLabel(i).isEmpty());
                }
                assertTrue(rows.next());
                assertEquals("tool load", rows.getObject(2));
                assertFalse(rows.wasNull());
            }
            assertFalse(statement.getMoreResults());
            assertEquals(-1, statement.getUpdateCount());
        }
    }

    @Test
    void dataGripReadsTheDatabaseTree() throws Exception {
        assertTrue(connection.isValid(20));
        connection.setReadOnly(true);
        assertTrue(connection.getAutoCommit());
        assertEquals(Connection.TRANSACTION_NONE, connection.getTransactionIsolation());
        DatabaseMetaData meta = connection.getMetaData();
        assertEquals(ResultSet.TYPE_FORWARD_ONLY, connection.createStatement().getResultSetType());
        assertEquals(connection, connection.createStatement().getConnection());
        assertEquals(List.of("main"), column(meta.getSchemas(), "TABLE_SCHEM"));
        try (ResultSet tables = meta.getTables(null, null, "slice", new String[] {"TABLE", "VIEW", null})) {
            assertEquals("TABLE_CAT", tables.getMetaData().getColumnName(1));
            assertTrue(tables.next());
            assertEquals("TABLE", tables.getString("TABLE_TYPE"));
            assertFalse(tables.getString("REMARKS").isEmpty());
            assertFalse(tables.next());
        }
        try (ResultSet columns = meta.getColumns("", "main", "slice", "dur")) {
            assertTrue(columns.next());
            assertEquals(Types.BIGINT, columns.getInt("DATA_TYPE"));
            assertEquals(19, columns.getInt("COLUMN_SIZE"));
            assertFalse(columns.getString("REMARKS").isEmpty());
            assertTrue(columns.getInt("ORDINAL_POSITION") > 0);
            assertEquals("NO", columns.getString("IS_AUTOINCREMENT"));
            assertEquals(24, columns.getMetaData().getColumnCount());
            assertFalse(columns.next());
        }
        List<Integer> types = new ArrayList<>();
        try (ResultSet info = meta.getTypeInfo()) {
            while (info.next()) {
                types.add(info.getInt("DATA_TYPE"));
            }
        }
        assertEquals(types.stream().sorted().toList(), types);
        assertTrue(types.contains(Types.BIGINT));
        try (ResultSet parameters = meta.getFunctionColumns(null, "main", "extract\\_arg", "%")) {
            assertEquals(List.of("arg_set_id", "key"), column(parameters, "COLUMN_NAME"));
        }
        try (ResultSet functions = meta.getFunctions(null, null, "ancestor\\_slice")) {
            assertTrue(functions.next());
            assertEquals(DatabaseMetaData.functionReturnsTable, functions.getInt("FUNCTION_TYPE"));
            assertFalse(functions.getString("REMARKS").isEmpty());
        }
        assertNotNull(meta.getConnection());
    }

    /// Refreshing the tree shows the tables and views that statements created.
    @Test
    void objectsOfTheConnectionAreInTheDatabaseTree() throws Exception {
        DatabaseMetaData meta = connection.getMetaData();
        assertEquals(List.of(), column(meta.getTables(null, null, "own%", null), "TABLE_NAME"));
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE PERFETTO TABLE own_table AS SELECT 1 AS id, 'x' AS t");
            statement.execute("CREATE PERFETTO VIEW own_view AS SELECT id FROM own_table");
            statement.execute("CREATE PERFETTO FUNCTION own_twice(x LONG) RETURNS LONG AS SELECT 2 * $x");
            statement.execute("INCLUDE PERFETTO MODULE slices.with_context");
            assertEquals(List.of("TABLE", "VIEW"), column(meta.getTables(null, null, "own\\_%", null), "TABLE_TYPE"));
            assertEquals(
                    List.of("own_view"),
                    column(meta.getTables(null, null, "own%", new String[] {"VIEW"}), "TABLE_NAME"));
            assertEquals(List.of("id", "t"), column(meta.getColumns(null, null, "own_table", "%"), "COLUMN_NAME"));
            assertTrue(column(meta.getTables(null, null, "thread_slice", null), "TABLE_NAME")
                    .contains("thread_slice"));
            assertEquals(List.of("own_twice"), column(meta.getFunctions(null, null, "own%"), "FUNCTION_NAME"));
            // The ids of such a table need not be unique.
            assertEquals(List.of(), column(meta.getPrimaryKeys(null, null, "own_table"), "COLUMN_NAME"));
            assertEquals(List.of("1"), column(statement.executeQuery("SELECT id FROM \"own_view\""), "id"));
        }
        // Objects of other connections are separate.
        try (Connection other = DriverManager.getConnection(url)) {
            assertEquals(List.of(), column(other.getMetaData().getTables(null, null, "own%", null), "TABLE_NAME"));
        }
    }

    /// Reading the tree does not affect a grid that was not read to its end.
    @Test
    void anOpenResultStaysReadableAfterMetadataCalls() throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT range AS x FROM range(30000)")) {
            assertTrue(rows.next());
            assertFalse(column(connection.getMetaData().getTables(null, null, "%", null), "TABLE_NAME")
                    .isEmpty());
            for (int i = 1; i < 30_000; i++) {
                assertTrue(rows.next());
                assertEquals(i, rows.getInt(1));
            }
            assertFalse(rows.next());
        }
    }

    /// An unsupported method makes the whole introspection of a tool fail.
    @Test
    void noMethodOfTheMetadataThrows() throws Exception {
        DatabaseMetaData meta = connection.getMetaData();
        for (Method method : DatabaseMetaData.class.getMethods()) {
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                Class<?> type = method.getParameterTypes()[i];
                arguments[i] = type == int.class ? Integer.valueOf(1) : type == boolean.class ? Boolean.TRUE : null;
            }
            try {
                Object result = method.invoke(meta, arguments);
                if (result instanceof ResultSet rows) {
                    assertTrue(rows.getMetaData().getColumnCount() > 0, method::toString);
                    rows.close();
                }
            } catch (InvocationTargetException e) {
                throw new AssertionError(method.toString(), e.getCause());
            }
        }
        assertTrue(meta.isWrapperFor(DatabaseMetaData.class));
    }

    @Test
    void invalidStatementsHaveTheirOwnErrors() throws Exception {
        try (Statement statement = connection.createStatement()) {
            SQLException wrong = assertThrows(SQLException.class, () -> statement.execute("SELECT absent FROM slice"));
            assertEquals("42000", wrong.getSQLState());
            assertTrue(statement.execute("SELECT 1"));
        }
    }

    @Test
    void stringsInIsoFormatAreReadAsDates() throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT '2026-11-29 08:30:01.5' AS both, '2026-11-29' AS day, '08:30' AS time, NULL, ts, 'x'"
                                + " FROM slice")) {
            rows.next();
            assertEquals(Timestamp.valueOf("2026-11-29 08:30:01.5"), rows.getTimestamp("both"));
            assertEquals(LocalDateTime.parse("2026-11-29T08:30:01.5"), rows.getObject(1, LocalDateTime.class));
            assertEquals("2026-11-29", rows.getDate(2).toString());
            assertEquals("2026-11-29", rows.getObject(1, Date.class).toString());
            assertEquals("08:30:00", rows.getTime("time").toString());
            Calendar japan = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
            assertEquals(
                    Instant.parse("2026-11-28T23:30:01.5Z"),
                    rows.getTimestamp(1, japan).toInstant());
            assertNull(rows.getTimestamp(4));
            assertTrue(rows.wasNull());
            String number =
                    assertThrows(SQLException.class, () -> rows.getTimestamp(5)).getMessage();
            assertTrue(number.contains("nanoseconds"), number);
            assertEquals(
                    "22007",
                    assertThrows(SQLException.class, () -> rows.getDate(6)).getSQLState());
            assertThrows(SQLFeatureNotSupportedException.class, () -> rows.getArray(1));
            assertThrows(SQLException.class, () -> rows.getObject(1, (Class<?>) null));
        }
    }
}
