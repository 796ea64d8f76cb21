package traceglass.analysis.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.Cancellation;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Filters, groups and writes a few rows of all types.
class RowFilesTest {

    @TempDir
    Path dir;

    private static RowStore rows() throws SQLException, QueryException, IOException {
        return query("jdbc:duckdb:", """
            FROM (VALUES
              (1::BIGINT, 'a|b', 1.5::DOUBLE, true, 10::BIGINT, 170141183460469231731687303715884105727::HUGEINT),
              (2, E'two\\nlines, "quoted"', 'NaN', false, 30, 2),
              (NULL, NULL, NULL, NULL, NULL, NULL),
              (9007199254740993, 'Ab', -2, true, 20, 3)) AS t(n, name, real, flag, dur, big)
            """);
    }

    private static RowStore query(String database, String sql) throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection(database)) {
            return RowReader.query(new TraceQueries(c), sql);
        }
    }

    private String written(RowFiles.Format format) throws IOException, SQLException, QueryException {
        Path file = dir.resolve("rows." + format.extension());
        RowFiles.write(rows(), format, file);
        return Files.readString(file);
    }

    @Test
    void csvQuotesOnlyCellsWithSpecialCharacters() throws Exception {
        assertEquals("""
            n,name,real,flag,dur,big
            1,a|b,1.5,true,10,170141183460469231731687303715884105727
            2,"two
            lines, ""quoted\""",NaN,false,30,2
            ,,,,,
            9007199254740993,Ab,-2.0,true,20,3
            """, written(RowFiles.Format.CSV));
    }

    @Test
    void jsonHasNullForNumbersThatItCannotExpress() throws Exception {
        assertEquals("""
            [
            {"n": 1, "name": "a|b", "real": 1.5, "flag": true, "dur": 10, "big": 170141183460469231731687303715884105727},
            {"n": 2, "name": "two\\nlines, \\"quoted\\"", "real": null, "flag": false, "dur": 30, "big": 2},
            {"n": null, "name": null, "real": null, "flag": null, "dur": null, "big": null},
            {"n": 9007199254740993, "name": "Ab", "real": -2.0, "flag": true, "dur": 20, "big": 3}
            ]
            """, written(RowFiles.Format.JSON));
    }

    @Test
    void markdownAlignsNumbersAndEscapesItsOwnCharacters() throws Exception {
        StringWriter out = new StringWriter();
        MarkdownText.write(rows(), new int[] {1, 0, 2}, List.of(1, 0), out);
        assertEquals("""
            | name | n |
            | --- | ---: |
            | two<br>lines, "quoted" | 2 |
            | a\\|b | 1 |
            | NULL | NULL |
            """, out.toString());
    }

    @Test
    void filesOfTheDatabaseKeepRowsTypesAndNulls() throws Exception {
        for (RowFiles.Format format : List.of(RowFiles.Format.PARQUET, RowFiles.Format.DUCKDB)) {
            Path file = dir.resolve("it's." + format.extension());
            RowFiles.write(rows(), new int[] {3, 2, 0}, List.of(0, 1, 3, 2), format, file);
            RowStore read = format == RowFiles.Format.PARQUET
                    ? query("jdbc:duckdb:", "FROM '" + file.toString().replace("'", "''") + "'")
                    : query("jdbc:duckdb:" + file, "FROM result");
            assertEquals(List.of("n", "name", "flag", "real"), read.names());
            assertEquals(RowType.LONG, read.type(0));
            assertEquals(RowType.DOUBLE, read.type(3));
            assertEquals(9007199254740993L, read.getLong(0, 0));
            assertNull(read.getText(1, 1));
            assertEquals("a|b true 1.5", read.getText(2, 1) + " " + read.getText(2, 2) + " " + read.getText(2, 3));
        }
    }

    private static List<Integer> passing(int column, RowFilter.Test test, String value) throws Exception {
        int[] left = RowSorting.filter(rows(), new int[] {0, 1, 2, 3}, List.of(new RowFilter(column, test, value)));
        return java.util.Arrays.stream(left).boxed().toList();
    }

    @Test
    void filtersCompareTextIgnoringCaseAndNumbersExactly() throws Exception {
        assertEquals(List.of(0, 3), passing(1, RowFilter.Test.CONTAINS, "A"));
        assertEquals(List.of(1, 2), passing(1, RowFilter.Test.NOT_CONTAINS, "a"), "NULL contains nothing");
        assertEquals(List.of(3), passing(1, RowFilter.Test.MATCHES, "^A.$"));
        assertEquals(List.of(3), passing(1, RowFilter.Test.EQUAL, "Ab"));
        assertEquals(List.of(0, 1, 2), passing(1, RowFilter.Test.NOT_EQUAL, "Ab"));
        assertEquals(List.of(), passing(0, RowFilter.Test.EQUAL, "9007199254740992"));
        assertEquals(List.of(3), passing(0, RowFilter.Test.GREATER, "9007199254740992"));
        assertEquals(List.of(1, 3), passing(0, RowFilter.Test.AT_LEAST, "2"));
        assertEquals(List.of(0), passing(0, RowFilter.Test.LESS, "2"));
        assertEquals(List.of(0, 1), passing(0, RowFilter.Test.AT_MOST, "2.5"));
        assertEquals(List.of(0), passing(2, RowFilter.Test.EQUAL, "1.50"));
        assertEquals(List.of(1), passing(5, RowFilter.Test.EQUAL, "2"));
        assertEquals(List.of(2), passing(4, RowFilter.Test.NULL, ""));
        assertEquals(List.of(0, 1, 3), passing(4, RowFilter.Test.NOT_NULL, ""));
        assertEquals(List.of(2), passing(1, RowFilter.Test.EQUAL, null));
        assertEquals(List.of(1), passing(-1, RowFilter.Test.CONTAINS, "LINES"), "any column of text");
    }

    @Test
    void aFilterThatCannotApplyExplainsWhy() throws Exception {
        assertEquals("Not a number: x.", RowFilter.problem(RowType.LONG, RowFilter.Test.LESS, "x"));
        assertNull(RowFilter.problem(RowType.LONG, RowFilter.Test.LESS, "1e3"));
        assertNull(RowFilter.problem(RowType.LONG, RowFilter.Test.NULL, ""));
        assertTrue(
                RowFilter.problem(RowType.TEXT, RowFilter.Test.MATCHES, "(").startsWith("Invalid regular expression"));
        assertTrue(RowFilter.Test.LESS.appliesTo(RowType.DOUBLE));
        assertEquals("name = NULL", new RowFilter(1, RowFilter.Test.EQUAL, null).describe(rows()));
        assertEquals("dur is NULL", new RowFilter(4, RowFilter.Test.NULL, "").describe(rows()));
        assertEquals("text contains x", new RowFilter(-1, RowFilter.Test.CONTAINS, "x").describe(rows()));
    }

    @Test
    void groupsAreSortedByTheirSumAndSelectTheirRows() throws Exception {
        RowStore rows = rows();
        GridContent content = GridContent.of(
                rows,
                List.of(
                        GridColumn.of(3, "Flag", CellKind.TEXT),
                        GridColumn.of(4, "Length", CellKind.MILLIS).withBar(),
                        GridColumn.of(0, "N", CellKind.INTEGER)),
                CellText.of(new TimeSpan(0, 100)));
        Grouping grouping = Grouping.initial(content, 3)
                .with(new Grouping.Value(Grouping.Function.P50, 4))
                .with(new Grouping.Value(Grouping.Function.DISTINCT, 0));
        try (RowDatabase database = new RowDatabase()) {
            RowStore groups = database.query(
                    grouping.sql(content, database.source(rows, RowSorting.allRows(rows), grouping.columns())),
                    new Cancellation());
            assertEquals(
                    List.of("flag", "count", "sum(dur)", "avg(dur)", "max(dur)", "p50(dur)", "distinct(n)"),
                    groups.names());
            StringWriter out = new StringWriter();
            DelimitedText.writeCsv(groups, RowSorting.allRows(groups), List.of(0, 1, 2, 3, 4, 5, 6), out);
            assertEquals(
                    List.of("false,1,30,30.0,30,30.0,1", "true,2,30,15.0,20,15.0,2", ",1,,,,,0"),
                    out.toString().lines().skip(1).toList());
            assertEquals(
                    List.of(0, 3),
                    java.util.Arrays.stream(
                                    RowSorting.filter(rows, RowSorting.allRows(rows), grouping.filters(groups, 1)))
                            .boxed()
                            .toList());
        }
        assertEquals(
                List.of("Flag", "count", "sum(Length)", "avg(Length)", "max(Length)", "p50(Length)", "distinct(N)"),
                grouping.visibleColumns(content).stream().map(GridColumn::title).toList());
        assertEquals(
                List.of(
                        CellKind.TEXT,
                        CellKind.INTEGER,
                        CellKind.MILLIS,
                        CellKind.MILLIS,
                        CellKind.MILLIS,
                        CellKind.MILLIS,
                        CellKind.INTEGER),
                grouping.visibleColumns(content).stream().map(GridColumn::kind).toList());
        assertTrue(grouping.withoutKey(3).isNone());
        assertEquals(List.of(3, 1), grouping.withKey(1).withKey(3).keys());
        assertEquals(1, content.share(1, 1));
        assertEquals(2 / 3.0, content.share(3, 1), 1e-12);
        assertEquals(0, content.share(2, 1), "NULL has no bar");
    }
}
