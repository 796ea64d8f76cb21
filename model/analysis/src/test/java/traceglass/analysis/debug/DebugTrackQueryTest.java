package traceglass.analysis.debug;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.events.Arg;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.session.SqlSession;

class DebugTrackQueryTest {

    private Connection store;
    private SqlSession session;

    @BeforeEach
    void open() throws Exception {
        store = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement s = store.createStatement()) {
            s.execute("""
                CREATE TABLE args(id BIGINT, arg_set_id BIGINT, flat_key VARCHAR, key VARCHAR, display_value VARCHAR, value_type VARCHAR, int_value BIGINT);
                CREATE TABLE thread(utid BIGINT, name VARCHAR);
                CREATE TABLE process(upid BIGINT, name VARCHAR);
                INSERT INTO args VALUES (0, 6, 'url', 'url', 'a.b', 'string', NULL), (1, 7, 'url', 'url', 'c.d', 'string', NULL);
                """);
        }
        session = new SqlSession(store.unwrap(DuckDBConnection.class).duplicate());
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        store.close();
    }

    private String createTable(String sql, String... columns) throws Exception {
        return DebugTrackCreator.create(session, DebugColumns.suggest(List.of(columns), "Mine", sql), 1)
                .table();
    }

    private Optional<DebugTrackRow> read(String table, long id) throws Exception {
        return DebugTrackQuery.read(new TraceQueries(store), table, id);
    }

    @Test
    void aSliceHasTheColumnsOfTheQueryAndItsArguments() throws Exception {
        String table = createTable(
                "SELECT 30 AS ts, -1 AS dur, 'a' AS name, 7 AS arg_set_id, 'high' AS priority UNION ALL SELECT 10, 5,"
                        + " 'b', NULL, NULL",
                "ts",
                "dur",
                "name",
                "arg_set_id",
                "priority");
        DebugTrackRow slice = read(table, 1).orElseThrow();
        assertEquals(List.of(30L, -1L, "a", 0L), List.of(slice.ts(), slice.dur(), slice.name(), slice.track()));
        assertNull(slice.value());
        assertEquals(
                List.of("ts 30", "dur -1", "name a", "arg_set_id 7", "priority high", "url c.d"),
                slice.columns().stream().map(c -> c.key() + " " + c.value()).toList());
        assertEquals(
                List.of("10", "5", "b"),
                read(table, 0).orElseThrow().columns().stream()
                        .map(Arg::value)
                        .limit(3)
                        .toList());
        assertEquals(Optional.empty(), read(table, 2));
    }

    @Test
    void aSampleHasItsValue() throws Exception {
        String table = createTable("SELECT 30 AS ts, 2.5 AS load", "ts", "load");
        DebugTrackRow sample = read(table, 0).orElseThrow();
        assertEquals(2.5, sample.value());
        assertNull(sample.dur());
    }

    @Test
    void aRemovedTrackHasNoRows() throws Exception {
        String table = createTable("SELECT 30 AS ts, 2.5 AS load", "ts", "load");
        DebugTrackCreator.drop(new TraceQueries(store), table);
        assertEquals(Optional.empty(), read(table, 0));
    }
}
