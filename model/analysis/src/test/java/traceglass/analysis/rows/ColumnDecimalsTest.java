package traceglass.analysis.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.Cancellation;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Tests that the values of a column of fractional numbers have the same number of decimals.
class ColumnDecimalsTest {

    private static String shown(String... values) throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            RowStore rows = RowReader.query(
                    new TraceQueries(c), "SELECT unnest([" + String.join(", ", values) + "]::DOUBLE[]) AS x");
            GridContent content = GridContent.of(
                    rows, List.of(GridColumn.guess(rows, 0, _ -> null)), CellText.of(new TimeSpan(0, 1)));
            return String.join(
                            " | ",
                            IntStream.range(0, rows.size())
                                    .mapToObj(i -> content.cell(i, 0))
                                    .toList())
                    .replace('\u2009', ' ');
        }
    }

    @Test
    void allValuesHaveAsManyDecimalsAsTheLongest() throws SQLException, QueryException, IOException {
        assertEquals("12.50 | 3.00 | −0.25 | 1 234.10", shown("12.5", "3", "-0.25", "1234.1"));
        assertEquals("0.1 | 0.2 | 0.3", shown("0.1", "0.2", "0.1 + 0.2"));
    }

    @Test
    void theLargestValueHasSevenDigits() throws SQLException, QueryException, IOException {
        assertEquals("1 234.568 | 0.333", shown("1234.56789", "1e0 / 3"));
    }

    @Test
    void smallValuesKeepThreeDigits() throws SQLException, QueryException, IOException {
        assertEquals("1 234.56789 | 0.00123", shown("1234.56789", "0.001234567"));
    }

    @Test
    void averagesOfWholeNumbersHaveDecimals() throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                RowDatabase database = new RowDatabase()) {
            RowStore rows =
                    RowReader.query(new TraceQueries(c), "SELECT 'a' AS name, unnest([1, 2, 2]::DOUBLE[]) AS x");
            CellText text = CellText.of(new TimeSpan(0, 1));
            GridContent content = GridContent.of(
                    rows,
                    IntStream.range(0, 2)
                            .mapToObj(i -> GridColumn.guess(rows, i, _ -> null))
                            .toList(),
                    text);
            assertEquals(0, content.columns().getLast().decimals());
            Grouping grouping = Grouping.initial(content, 0)
                    .with(new Grouping.Value(Grouping.Function.AVERAGE, 1))
                    .with(new Grouping.Value(Grouping.Function.SUM, 1));
            String source = database.source(rows, RowSorting.allRows(rows), grouping.columns());
            RowStore groups = database.query(grouping.sql(content, source), new Cancellation());
            GridContent grouped = GridContent.of(groups, grouping.visibleColumns(content), text);
            assertEquals(
                    "a 3 1.666667 5",
                    String.join(
                            " ",
                            IntStream.range(0, grouped.columns().size())
                                    .mapToObj(i -> grouped.cell(0, i))
                                    .toList()));
        }
    }

    @Test
    void wholeNumbersHaveNoDecimals() throws SQLException, QueryException, IOException {
        assertEquals("1 000 000 | 2 | 0 | NULL", shown("1e6", "2", "0", "NULL"));
    }

    @Test
    void valuesOfVeryDifferentSizesKeepTheirOwnDecimals() throws SQLException, QueryException, IOException {
        assertEquals("1 234.5 | 1.00000e−10", shown("1234.5", "1e-10"));
        assertEquals("1.00000e+20 | 0.5", shown("1e20", "0.5"));
    }

    @Test
    void infiniteAndUndefinedValuesDoNotAffectTheDecimals() throws SQLException, QueryException, IOException {
        assertEquals("NaN | ∞ | −∞ | 0.50 | 0.25", shown("'nan'::DOUBLE", "'inf'", "'-inf'", "0.5", "0.25"));
    }
}
