package traceglass.app.panel.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;

class ChartDataTest {

    private static RowStore rows(String sql) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            return RowReader.query(new TraceQueries(c), sql);
        }
    }

    @Test
    void sumsGroupsLargestFirst() throws Exception {
        RowStore rows =
                rows("SELECT * FROM (VALUES ('a', 1), ('b', 5), ('a', 2), (NULL, 4), ('b', NULL)) t(name, dur)");
        assertEquals(
                List.of(new ChartData.Bar("b", 5), new ChartData.Bar("NULL", 4), new ChartData.Bar("a", 3)),
                ChartData.bars(rows, 0, 1));
        assertEquals(
                List.of(new ChartData.Bar("a", 2), new ChartData.Bar("b", 2), new ChartData.Bar("NULL", 1)),
                ChartData.bars(rows, 0, -1));
    }

    @Test
    void countsEveryValueInOneBin() throws Exception {
        RowStore rows =
                rows("SELECT range % 101 AS v FROM range(10000) UNION ALL SELECT NULL UNION ALL SELECT 'NaN'::DOUBLE");
        List<ChartData.Bin> bins = ChartData.histogram(rows, 0);
        assertEquals(10000, bins.stream().mapToLong(ChartData.Bin::count).sum());
        assertEquals(100, bins.getLast().to());
        assertEquals(
                1, ChartData.histogram(rows("SELECT 5 AS v FROM range(3)"), 0).size());
        assertEquals(List.of(), ChartData.histogram(rows("SELECT 5 AS v WHERE false"), 0));
    }

    @Test
    void preservesPeaksWhenReducingALine() throws Exception {
        RowStore rows = rows(
                "SELECT range AS ts, CASE range WHEN 31234 THEN 1e6 WHEN 70001 THEN -1e6 ELSE range % 10 END AS value"
                        + " FROM range(100000)");
        List<ChartData.Point> points = ChartData.points(rows, 0, 1);
        assertTrue(points.size() <= ChartData.POINTS);
        assertTrue(points.contains(new ChartData.Point(31234, 1e6)));
        assertTrue(points.contains(new ChartData.Point(70001, -1e6)));
        for (int i = 1; i < points.size(); i++) {
            assertTrue(points.get(i - 1).x() <= points.get(i).x());
        }
    }

    @Test
    void suggestsColumns() throws Exception {
        assertEquals(
                new ChartData.Columns(3, 1, 2),
                ChartData.suggest(rows("SELECT 1 AS id, 2 AS ts, 3 AS dur, 'x' AS name, 4 AS n")));
        assertEquals(new ChartData.Columns(-1, 0, 1), ChartData.suggest(rows("SELECT 1 AS a, 2 AS b")));
        assertEquals(new ChartData.Columns(0, -1, -1), ChartData.suggest(rows("SELECT 'x' AS name")));
    }
}
