package traceglass.analysis.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.subject.IdTable;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

class CellTextTest {

    private static final CellText TEXT = CellText.of(new TimeSpan(1_000_000, 2_000_000_000));

    private static RowStore query(String sql) throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            return RowReader.query(new TraceQueries(c), sql);
        }
    }

    private static String cells(String sql) throws SQLException, QueryException, IOException {
        RowStore rows = query(sql);
        StringBuilder out = new StringBuilder();
        for (int c = 0; c < rows.columns(); c++) {
            GridColumn column = GridColumn.guess(rows, c, n -> IdTable.reference(n, "slice"));
            out.append(c == 0 ? "" : " | ").append(TEXT.text(rows, 0, column));
        }
        return out.toString().replace('\u2009', ' ');
    }

    @Test
    void formatsTimesAndDurations() throws SQLException, QueryException, IOException {
        assertEquals(
                "614.037 277 ms | 5.375 ms | unfinished | 12 ns",
                cells("SELECT 615037277::BIGINT AS ts, 5375203::BIGINT AS dur, -1::BIGINT AS thread_dur, 12 AS"
                        + " self_dur"));
    }

    @Test
    void groupsDigitsOfNumbersButNotOfIds() throws SQLException, QueryException, IOException {
        assertEquals(
                "48021 | 11 078 | −1 234 567 | 0.333333 | 1 234.5 | 1.50000e+20 | 12 345 678 901 234 567 890",
                cells("SELECT 48021 AS id, 11078 AS n, -1234567 AS m, 1.0::DOUBLE / 3 AS x, 1234.5::DOUBLE"
                                + " AS y, 1.5e20 AS z, 12345678901234567890::HUGEINT AS h")
                        .replace("0.3333333", "0.333333"));
    }

    @Test
    void showsNullAndKeepsTextOnOneLine() throws SQLException, QueryException, IOException {
        assertEquals(
                "NULL | a⏎b | true",
                cells("SELECT NULL::BIGINT AS dur, 'a' || chr(10) || 'b' AS name, true AS is_main"));
    }

    @Test
    void linksColumnsThatReferToOtherTables() throws SQLException, QueryException, IOException {
        RowStore rows = query("SELECT 1 AS id, 2 AS utid, 3 AS upid, 4 AS track_id, 5 AS arg_set_id, 'x' AS slice_id");
        List<String> links = java.util.stream.IntStream.range(0, 6)
                .mapToObj(c -> String.valueOf(GridColumn.guess(rows, c, n -> IdTable.reference(n, "sched"))
                        .links()))
                .toList();
        assertEquals(List.of("sched", "thread", "process", "track", "null", "null"), links);
    }

    @Test
    void linksColumnsWithPrefixedNames() throws SQLException, QueryException, IOException {
        RowStore rows = query(
                "SELECT 1 AS client_utid, 2 AS server_upid, 3 AS parent_track_id, 4 AS root_slice_id, 5 AS"
                        + " binder_txn_id, 6 AS machine_id, 7 AS counter_id, 8 AS sched_id, 9 AS blocked_thread_state_id");
        List<String> links = java.util.stream.IntStream.range(0, rows.columns())
                .mapToObj(c -> String.valueOf(GridColumn.guess(rows, c, n -> IdTable.reference(n, null))
                        .links()))
                .toList();
        assertEquals(
                List.of("thread", "process", "track", "slice", "slice", "null", "counter", "sched", "thread_state"),
                links);
    }

    @Test
    void listsTheTablesOfEventsAndTracks() throws SQLException, QueryException, IOException {
        RowStore plain = query("SELECT 1 AS id");
        for (String[] pair : new String[][] {
            {"raw", "ftrace_event"},
            {"android_logs", "android_logs"},
            {"process_counter_track", "track"},
            {"actual_frame_timeline_slice", "slice"},
            {"debug_track_3", "debug_track_3"},
            {"thread", "thread"}
        }) {
            assertEquals(
                    pair[1], IdTable.find(plain, "SELECT id FROM " + pair[0]).orElseThrow());
        }
        assertEquals(
                true, IdTable.find(plain, "SELECT id FROM stack_profile_frame").isEmpty());
    }

    @Test
    void findsTheTableOfIdsFromColumnsOrQuery() throws SQLException, QueryException, IOException {
        RowStore plain = query("SELECT 1 AS id, 2 AS ts, 3 AS dur");
        assertEquals(
                "slice",
                IdTable.find(plain, "select s.id, s.ts from slice s join thread_track t on t.id = (select 1 from x)")
                        .orElseThrow());
        assertEquals(
                "thread_state",
                IdTable.find(plain, "-- from slice\nSELECT * FROM thread_state WHERE state <> 'from sched'")
                        .orElseThrow());
        assertEquals(true, IdTable.find(plain, "SELECT 1").isEmpty());
        assertEquals(
                "sched",
                IdTable.find(query("SELECT 1 AS id, 2 AS utid, 'R' AS end_state"), "")
                        .orElseThrow());
    }

    @Test
    void writesCsvForOtherPrograms() throws SQLException, QueryException, IOException {
        RowStore rows = query("SELECT 1 AS \"a,b\", 'say \"hi\"' AS t, NULL AS n, 1234567 AS dur");
        StringWriter out = new StringWriter();
        DelimitedText.writeCsv(rows, RowSorting.allRows(rows), List.of(0, 1, 2, 3), out);
        assertEquals("\"a,b\",t,n,dur\n1,\"say \"\"hi\"\"\",,1234567\n", out.toString());
    }
}
