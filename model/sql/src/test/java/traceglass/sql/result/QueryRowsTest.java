package traceglass.sql.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class QueryRowsTest {

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /// Values of every supported column type, including its smallest and largest.
    private static final List<String> VALUES = List.of(
            "true, false",
            "(-128)::TINYINT, 127::TINYINT",
            "(-32768)::SMALLINT, 32767::SMALLINT",
            "(-2147483648)::INTEGER, 2147483647::INTEGER",
            "(-9223372036854775808)::BIGINT, 9223372036854775807::BIGINT, 0::BIGINT",
            "0::UTINYINT, 255::UTINYINT",
            "0::USMALLINT, 65535::USMALLINT",
            "0::UINTEGER, 4294967295::UINTEGER",
            "0::UBIGINT, 18446744073709551615::UBIGINT, 9223372036854775807::UBIGINT",
            "(-170141183460469231731687303715884105728)::HUGEINT, 170141183460469231731687303715884105727::HUGEINT,"
                    + " (-1)::HUGEINT, 9223372036854775808::HUGEINT",
            "0::UHUGEINT, 340282366920938463463374607431768211455::UHUGEINT, 18446744073709551615::UHUGEINT",
            "0.1::FLOAT, '-Infinity'::FLOAT, 'NaN'::FLOAT",
            "0.1::DOUBLE, -0.0::DOUBLE, 'NaN'::DOUBLE, 1e300::DOUBLE",
            "1.5::DECIMAL(4,1), -999.9::DECIMAL(4,1)",
            "12345.6789::DECIMAL(9,4), -0.0001::DECIMAL(9,4)",
            "1234567890.12345678::DECIMAL(18,8), -1::DECIMAL(18,8)",
            "-12345678901234567890123456789.25::DECIMAL(38,2), 0.01::DECIMAL(38,2)",
            "'', 'twelve bytes', 'thirteen byte', 'ä€😀 zero\\0', '" + "long ".repeat(10_000) + "'",
            "'{\"a\": [1]}'::JSON, 'null'::JSON",
            "'\\xAA\\x00'::BLOB, ''::BLOB",
            "DATE '2026-11-29', DATE '1969-01-01'",
            "[1, 2], []");

    @Test
    void everyTypeIsReadAsTheDriverReadsIt() throws Exception {
        for (String values : VALUES) {
            String sql =
                    "SELECT x, x AS again FROM (SELECT unnest([" + values + ", NULL]) AS x) ORDER BY x NULLS FIRST";
            List<String> expected = throughDriver(sql);
            List<String> actual = throughColumns(sql);
            assertEquals(expected.size(), actual.size());
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i), actual.get(i));
            }
        }
    }

    @Test
    void theMemoryOfTheDriverIsReadable() throws Exception {
        try (PreparedStatement s = connection.prepareStatement("SELECT 1, 'a'");
                QueryRows rows = QueryRows.of(s)) {
            assertInstanceOf(
                    ChunkCursor.class, rows.cursor(), "the driver's memory can't be read; its layout may have changed");
        }
    }

    @Test
    void randomRowsAreReadAsTheDriverReadsThem() throws Exception {
        Random random = new Random(7);
        List<String> columns = new ArrayList<>();
        for (String values : VALUES) {
            if (!values.contains("BLOB") && !values.startsWith("[")) {
                columns.add("[" + values + ", NULL][1 + (hash(r * " + (2 * random.nextInt(1000) + 1)
                        + ") % 4)::INTEGER] AS c" + columns.size());
            }
        }
        for (int rows : new int[] {0, 1, 2047, 2048, 2049, 10_000}) {
            String sql = "SELECT " + String.join(", ", columns.subList(0, 16)) + " FROM range(" + rows + ") t(r)";
            assertEquals(throughDriver(sql), throughColumns(sql));
        }
    }

    private List<String> throughDriver(String sql) throws Exception {
        try (Statement s = connection.createStatement();
                ResultSet rows = s.executeQuery(sql)) {
            return read(ResultCursor.of(rows));
        }
    }

    private List<String> throughColumns(String sql) throws Exception {
        try (PreparedStatement s = connection.prepareStatement(sql);
                QueryRows rows = QueryRows.of(s)) {
            return read(rows.cursor());
        }
    }

    /// Reads every value in each way that suits its type.
    private static List<String> read(ResultCursor cursor) throws QueryException {
        List<String> rows = new ArrayList<>();
        rows.add(cursor.columns().toString());
        while (cursor.next()) {
            StringJoiner row = new StringJoiner(" | ");
            for (int c = 0; c < cursor.columns().size(); c++) {
                ResultColumn.Type type = cursor.columns().get(c).type();
                row.add(String.valueOf(
                        ResultValue.of(cursor, c) instanceof byte[] b ? List.of(b.length) : ResultValue.of(cursor, c)));
                switch (type) {
                    case LONG, BOOLEAN -> row.add(cursor.getLong(c) + " " + cursor.wasNull());
                    case DOUBLE -> {
                        double value = cursor.getDouble(c);
                        row.add(cursor.wasNull() ? "null" : String.valueOf(value));
                    }
                    case HUGE -> row.add(String.valueOf(cursor.getHuge(c)));
                    case TEXT -> row.add(String.valueOf(cursor.getText(c)));
                    case BLOB, OTHER -> {}
                }
                if (type != ResultColumn.Type.BLOB) {
                    row.add(cursor.getString(c));
                    Object object = cursor.getObject(c);
                    row.add(object == null ? "null" : object.toString());
                }
            }
            rows.add(row.toString());
        }
        assertFalse(cursor.next());
        return rows;
    }

    @Test
    void textIsReadAsTheBytesOfTheDatabase() throws Exception {
        try (PreparedStatement s = connection.prepareStatement("SELECT 'ä€😀 and more than twelve bytes'");
                QueryRows rows = QueryRows.of(s)) {
            assertTrue(rows.cursor().next());
            TextBytes text = rows.cursor().getText(0);
            byte[] bytes = new byte[text.length() + 1];
            text.copyTo(bytes, 1);
            assertArrayEquals("\0ä€😀 and more than twelve bytes".getBytes(StandardCharsets.UTF_8), bytes);
        }
    }

    @Test
    void anErrorAfterTheFirstRowsIsReported() throws Exception {
        try (PreparedStatement s = connection.prepareStatement(
                        "SELECT range, CASE WHEN range = 900000 THEN error('broken row') ELSE 'x' END FROM range(1000000)");
                QueryRows rows = QueryRows.of(s)) {
            ResultCursor cursor = rows.cursor();
            QueryException problem = assertThrows(QueryException.class, () -> readAll(cursor));
            assertTrue(problem.getMessage().contains("broken row"), problem.getMessage());
            assertTrue(cursor.rows() > 100_000, cursor.rows() + " rows");
        }
    }

    private static void readAll(ResultCursor cursor) throws QueryException {
        while (cursor.next()) {
            cursor.getString(0);
        }
    }

    /// Reading freed memory would end the process.
    @Test
    @Timeout(60)
    void theConnectionMayBeClosedWhileRowsAreRead() throws Exception {
        for (int i = 0; i < 10; i++) {
            Connection closedConnection = DriverManager.getConnection("jdbc:duckdb:");
            try (PreparedStatement s = closedConnection.prepareStatement(
                            "SELECT range, 'a text of row ' || range, CASE WHEN range % 100 = 7 THEN repeat('long text', 3000) END FROM range(100000000)");
                    QueryRows rows = QueryRows.of(s)) {
                CompletableFuture<Void> closed = new CompletableFuture<>();
                ResultCursor cursor = rows.cursor();
                int wait = i;
                Thread.ofPlatform().start(() -> {
                    try {
                        Thread.sleep(wait);
                        closedConnection.close();
                        closed.complete(null);
                    } catch (Exception e) {
                        closed.completeExceptionally(e);
                    }
                });
                assertThrows(QueryException.class, () -> {
                    while (cursor.next()) {
                        TextBytes text = cursor.getText(2);
                        assertTrue(text == null || text.length() == 27_000);
                        assertTrue(cursor.getString(1).startsWith("a text of row "));
                    }
                });
                closed.get();
            }
        }
    }
}
