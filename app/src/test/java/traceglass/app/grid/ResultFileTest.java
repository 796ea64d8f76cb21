package traceglass.app.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowFiles;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;

class ResultFileTest {

    private static final String SQL = """
        SELECT * FROM (VALUES (9007199254740993, 1.5, true, 'a "b", c', 'x'), (NULL, 'NaN'::DOUBLE, NULL, E'two\\nlines \\\\N', ''), (-1, -0.25, false, NULL, '\\N'))
        AS t(n, d, b, s, s2)\
        """;

    @TempDir
    Path folder;

    private static RowStore rows(String database, String sql) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:" + database)) {
            return RowReader.query(new TraceQueries(c), sql);
        }
    }

    private Path write(RowFiles.Format format) throws Exception {
        RowStore rows = rows("", SQL);
        Path file = folder.resolve("result." + format.name());
        RowFiles.write(rows, IntStream.range(0, rows.size()).toArray(), List.of(0, 1, 2, 3, 4), format, file);
        return file;
    }

    private static void assertSame(RowStore expected, RowStore actual) {
        assertEquals(expected.names(), actual.names());
        assertEquals(expected.size(), actual.size());
        for (int c = 0; c < expected.columns(); c++) {
            assertEquals(expected.type(c), actual.type(c));
            for (int r = 0; r < expected.size(); r++) {
                assertEquals(expected.getText(r, c), actual.getText(r, c));
            }
        }
    }

    @Test
    void writesParquetWithTypesAndNulls() throws Exception {
        Path file = write(RowFiles.Format.PARQUET);
        assertSame(rows("", SQL), rows("", "SELECT * FROM read_parquet('" + file + "')"));
    }

    @Test
    void writesADatabaseWithOneTable() throws Exception {
        Path file = write(RowFiles.Format.DUCKDB);
        assertSame(rows("", SQL), rows(file.toString(), "SELECT * FROM result"));
    }

    @Test
    void writesWholeNumbersToJsonWithoutLoss() throws Exception {
        assertEquals("""
            [
            {"n": 9007199254740993, "d": 1.5, "b": true, "s": "a \\"b\\", c", "s2": "x"},
            {"n": null, "d": null, "b": null, "s": "two\\nlines \\\\N", "s2": ""},
            {"n": -1, "d": -0.25, "b": false, "s": null, "s2": "\\\\N"}
            ]
            """, Files.readString(write(RowFiles.Format.JSON)));
    }

    @Test
    void makesDuplicateColumnNamesUnique() throws Exception {
        RowStore rows = rows("", "SELECT 1 AS a, 2 AS a");
        Path file = folder.resolve("two.parquet");
        RowFiles.write(rows, new int[] {0}, List.of(0, 1), RowFiles.Format.PARQUET, file);
        assertEquals(
                List.of("a", "a_1"),
                rows("", "SELECT * FROM read_parquet('" + file + "')").names());
    }
}
