package traceglass.analysis.debug;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

class DebugTrackCreatorTest {

    private Connection store;
    private SqlSession session;

    @BeforeEach
    void open() throws Exception {
        store = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement s = store.createStatement()) {
            s.execute("CREATE TABLE slice(id BIGINT, ts BIGINT, dur BIGINT, name VARCHAR, track_id BIGINT)");
            s.execute("INSERT INTO slice VALUES (0, 10, 50, 'a', 1), (1, 30, 50, 'b', 1), (2, 20, -1, NULL, 2), (3,"
                    + " NULL, 1, 'lost', 2), (4, 30, 5, 'a', 3)");
        }
        session = new SqlSession(store.unwrap(DuckDBConnection.class).duplicate());
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        store.close();
    }

    private DebugTracks create(DebugTrackSpec spec) throws SqlProblem {
        return DebugTrackCreator.create(session, spec, 1);
    }

    private static DebugTrackSpec suggested(String sql, String... columns) {
        return DebugColumns.suggest(List.of(columns), "Mine", sql);
    }

    /// Reads the rows of a track, on a different connection.
    private List<String> rows(TrackNode track) throws SQLException {
        String sql = track.kind().query().sql();
        List<String> rows = new ArrayList<>();
        try (Statement s = store.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                StringBuilder row = new StringBuilder(r.getString(1));
                for (int i = 2; i <= r.getMetaData().getColumnCount(); i++) {
                    row.append(' ').append(r.getString(i));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    @Test
    void createsOneTrackFromAllRowsWithATime() throws Exception {
        DebugTracks created = create(suggested("SELECT ts, dur, name FROM slice", "ts", "dur", "name"));
        assertEquals("debug_slices", created.node().kind().id());
        assertEquals("Mine", created.node().name());
        assertEquals(List.of("0 10 50 a a", "1 20 -1  ", "2 30 50 b b", "3 30 5 a a"), rows(created.node()));
        assertEquals("1 track with 4 rows; 1 row has no time", created.summary());
    }

    @Test
    void createsATrackForEachValueOfAColumn() throws Exception {
        DebugTracks created = create(suggested(
                        "SELECT ts, dur, name, track_id FROM slice WHERE ts IS NOT NULL",
                        "ts",
                        "dur",
                        "name",
                        "track_id")
                .withPivot(3));
        assertEquals(
                List.of("1", "2", "3"),
                created.tracks().stream().map(TrackNode::name).toList());
        assertTrue(created.node().isGroup());
        assertEquals("3 tracks by track_id", created.node().sideText());
        assertEquals(List.of("3 30 5 a a"), rows(created.tracks().get(2)));
        assertEquals("debug/1/2", created.tracks().get(2).key());
        assertEquals(created.tracks().get(2).key(), DebugTracks.trackKey(created.table(), 2));
    }

    @Test
    void usesTablesOfTheSessionAndStoresRowsForOtherConnections() throws Exception {
        session.run(
                "CREATE PERFETTO FUNCTION twice(x INT) RETURNS INT AS SELECT $x * 2; CREATE PERFETTO TABLE mine AS"
                        + " SELECT ts, twice(dur) AS dur, \"const\" AS name FROM slice WHERE name GLOB 'a*'",
                cursor -> {});
        DebugTracks created = create(suggested("SELECT * FROM mine -- all of it", "ts", "dur", "name"));
        assertEquals(List.of("0 10 100 const const", "1 30 10 const const"), rows(created.node()));
    }

    @Test
    void keepsTheTracksWithTheMostRowsAndReportsTheRest() throws Exception {
        DebugTracks created =
                create(suggested("SELECT i AS ts, least(i % 100, 60) AS value FROM range(1000) AS t(i)", "ts", "value")
                        .withPivot(1));
        assertEquals(DebugTrackCreator.MAX_TRACKS, created.tracks().size());
        assertEquals(61, created.values());
        assertEquals("60", created.tracks().getLast().name());
        assertEquals("0", created.tracks().getFirst().name());
        assertEquals(400 + 49 * 10, created.rows());
        assertEquals(110, created.omittedRows());
        assertEquals(
                "50 tracks with 890 rows, for the 50 of 61 values with the most rows; 110 rows are omitted",
                created.summary());
        assertEquals("50 tracks of 61 by value", created.node().sideText());
    }

    @Test
    void createsCountersAndSkipsRowsWithoutAValue() throws Exception {
        DebugTracks created =
                create(suggested("SELECT * FROM (VALUES (30, 1.5), (10, 2), (20, NULL)) AS t(ts, load)", "ts", "load"));
        assertTrue(created.node().isCounter());
        assertEquals(List.of("0 10 2.0", "1 30 1.5"), rows(created.node()));
        assertEquals(1, created.rowsWithoutTime());
    }

    @Test
    void storesAllColumnsOfTheQuery() throws Exception {
        DebugTracks created = create(suggested(
                "SELECT 7 AS ts, 'x' AS name, 1 AS name, 2 AS track, 3 AS id, 4 AS \"odd \"\"name\"",
                "ts",
                "name",
                "name",
                "track",
                "id",
                "odd \"name"));
        try (Statement s = store.createStatement();
                ResultSet r = s.executeQuery("SELECT * FROM " + created.table())) {
            assertTrue(r.next());
            assertEquals(
                    "x 1 2 3 4",
                    r.getString("raw_name") + " " + r.getString("raw_name_1") + " " + r.getString("raw_track") + " "
                            + r.getString("raw_id") + " " + r.getString("raw_odd \"name"));
        }
    }

    @Test
    void errorPositionsReferToTheQuery() {
        SqlProblem problem = assertThrows(
                SqlProblem.class, () -> create(suggested("SELECT ts,\n  nothing AS dur FROM slice", "ts", "dur")));
        assertEquals(2, problem.line());
        assertEquals(3, problem.column());
    }

    @Test
    void rejectsColumnsThatDoNotFitTheirRole() {
        SqlProblem text = assertThrows(
                SqlProblem.class, () -> create(suggested("SELECT name AS ts, dur FROM slice", "ts", "dur")));
        assertEquals("Column ts has values that are not numbers.", text.getMessage());
        SqlProblem none = assertThrows(
                SqlProblem.class, () -> create(suggested("SELECT ts, dur FROM slice WHERE false", "ts", "dur")));
        assertEquals(
                "The query returned no rows with a time, so there is nothing to show on the timeline.",
                none.getMessage());
        assertThrows(
                SqlProblem.class,
                () -> create(suggested("SELECT dur, name FROM slice WHERE dur > 1", "dur", "name", "other")));
    }

    @Test
    void leavesNothingInTheSessionAndIsDroppedOnRemoval() throws Exception {
        DebugTracks created = create(suggested("SELECT ts, dur FROM slice", "ts", "dur"));
        session.runUntranslated("SELECT count(*) FROM duckdb_tables() WHERE temporary", cursor -> {
            assertTrue(cursor.next());
            assertEquals(0, cursor.getLong(0));
        });
        DebugTrackCreator.drop(new TraceQueries(store), created.table());
        try (Statement s = store.createStatement();
                ResultSet r = s.executeQuery("SELECT string_agg(table_name, ' ') FROM duckdb_tables()")) {
            assertTrue(r.next());
            assertEquals("slice", r.getString(1));
        }
    }

    @Test
    void suggestsRolesByColumnName() {
        DebugTrackSpec slices = suggested("", "id", "client_ts", "client_dur", "aidl_name", "arg_set_id");
        assertEquals(DebugTrackSpec.Kind.SLICES, slices.kind());
        assertEquals(List.of(1, 2, 3, 4), List.of(slices.ts(), slices.dur(), slices.name(), slices.args()));
        DebugTrackSpec counter = suggested("", "track_id", "ts", "mhz");
        assertEquals(DebugTrackSpec.Kind.COUNTER, counter.kind());
        assertEquals(2, counter.value());
        assertEquals(DebugTrackSpec.NONE, suggested("", "a", "b", "c").ts());
        assertFalse(DebugTracks.isTable("debug_track_1; DROP TABLE slice"));
    }
}
