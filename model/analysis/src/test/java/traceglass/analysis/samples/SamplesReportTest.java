package traceglass.analysis.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;

class SamplesReportTest {

    @Test
    void functionsWithoutANameAreCalledUnknown() throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                var s = c.createStatement()) {
            s.execute("CREATE TABLE f(deobfuscated_name VARCHAR, name VARCHAR)");
            s.execute("INSERT INTO f VALUES (NULL, 'main'), ('', 'draw'), (NULL, ''), (NULL, NULL), ('clear', 'a')");
            List<String> names = new ArrayList<>();
            try (var rows = s.executeQuery("SELECT " + SamplesReport.FUNCTION + " FROM f")) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            String unknown = SampleTexts.UNKNOWN_FUNCTION;
            assertEquals(List.of("main", "draw", unknown, unknown, "clear"), names);
        }
    }

    @Test
    void pathsOfModulesHaveRoom() throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            RowStore rows = RowReader.query(
                    new TraceQueries(c), "SELECT 'f' AS function, '/usr/lib/a.so' AS module, 1 AS count, .5 AS share");
            List<GridColumn> columns = new SamplesReport().columns(rows);
            assertEquals(-1, columns.get(0).width());
            assertTrue(columns.get(1).width() >= 300, columns.toString());
        }
    }
}
