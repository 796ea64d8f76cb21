package traceglass.analysis.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.testing.SliceTrace;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Lists the tables of a small trace.
class SchemaTest {

    @TempDir
    Path dir;

    private TraceStore store() throws Exception {
        SliceTrace trace = new SliceTrace();
        int track = trace.track("lane", "one");
        trace.slice(track, "Redraw", 100, 50, -1, 0);
        trace.slice(track, "draw", 200, 10, -1, 0);
        trace.slice(track, "other", 300, 10, -1, 0);
        return trace.store(dir);
    }

    private static Schema.Relation relation(List<Schema.Relation> relations, String name) {
        return relations.stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow();
    }

    private static String type(Schema.Relation relation, String column) {
        return relation.columns().stream()
                .filter(c -> c.name().equals(column))
                .findFirst()
                .orElseThrow()
                .type();
    }

    @Test
    void listsTablesWithRowCountsAndTheTypesAndTargetsOfColumns() throws Exception {
        try (TraceStore store = store();
                Connection c = store.connection()) {
            TraceQueries q = new TraceQueries(c);
            Schema schema = Schema.read(q);
            Schema.Relation slice = relation(schema.tables(), "slice");
            assertEquals(3, slice.rows());
            assertEquals("TIMESTAMP", type(slice, "ts"));
            assertEquals("DURATION", type(slice, "dur"));
            assertEquals("→ track", type(slice, "track_id"));
            assertEquals("→ args", type(slice, "arg_set_id"));
            assertEquals("VARCHAR", type(slice, "name"));
            assertEquals("→ process", type(relation(schema.tables(), "thread"), "upid"));
            assertEquals("→ slice", type(relation(schema.tables(), "flow"), "slice_out"));
            assertTrue(schema.views().stream()
                    .noneMatch(v -> v.name().equals("slice") || v.name().startsWith("_")));
            assertEquals(-1, relation(schema.views(), "slices").rows());
            assertEquals(3, relation(schema.countRows(q).views(), "slices").rows());
        }
    }

    @Test
    void suggestsValuesThatStartWithTheInputBeforeThoseThatContainIt() throws Exception {
        try (TraceStore store = store();
                Connection c = store.connection()) {
            TraceQueries q = new TraceQueries(c);
            assertEquals(List.of("draw", "Redraw"), Schema.texts(q, "slice", "name", "DRAW", 10));
            assertEquals(List.of("draw"), Schema.texts(q, "slice", "name", "draw", 1));
            assertEquals(List.of("Redraw"), Schema.texts(q, "slice", "name", "e*w", 10));
            assertEquals(List.of(), Schema.texts(q, "slice", "name", "it's", 10));
        }
    }

    @Test
    void aSessionAlsoHasTheTablesThatItsQueriesCreate() throws Exception {
        try (TraceStore store = store();
                SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            SessionNames names = new SessionNames(session);
            assertFalse(names.hasTable("mine"));
            session.run("CREATE PERFETTO TABLE mine AS SELECT 1 AS first, 2 AS second;", r -> {});
            assertTrue(names.hasTable("MINE"));
            assertTrue(names.tableNames().containsAll(List.of("mine", "slice")));
            assertEquals(
                    List.of("first", "second"),
                    names.columnNames(List.of("mine")).stream().sorted().toList());
            assertEquals(List.of(), names.columnNames(List.of()));
            assertTrue(names.functionNames().contains("lower"));
            StringBuilder listed = new StringBuilder();
            session.run(SessionNames.tables("min*"), r -> {
                while (r.next()) {
                    listed.append(r.getString(0)).append(' ').append(r.getLong(1));
                }
            });
            session.run(SessionNames.columns("Mine"), r -> {
                while (r.next()) {
                    listed.append(", ").append(r.getString(0));
                }
            });
            assertEquals("mine 2, first, second", listed.toString());
        }
    }
}
