package traceglass.analysis.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackNode;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

public class TraceSearchTest {

    private static final String TRACE = """
        {"traceEvents": [
          {"ph": "M", "name": "process_name", "pid": 10, "tid": 10, "args": {"name": "server"}},
          {"ph": "M", "name": "thread_name", "pid": 10, "tid": 11, "args": {"name": "main loop"}},
          {"ph": "X", "name": "outer", "pid": 10, "tid": 11, "ts": 1000, "dur": 8000, "args": {"size": 424242, "nested": {"deep": "value"}}},
          {"ph": "X", "name": "inner 1", "pid": 10, "tid": 11, "ts": 2000, "dur": 1500},
          {"ph": "X", "name": "inner 2", "pid": 10, "tid": 11, "ts": 5000, "dur": 500},
          {"ph": "X", "name": "100% _done_", "pid": 10, "tid": 12, "ts": 6000, "dur": 500},
          {"ph": "C", "name": "heap load", "pid": 10, "tid": 10, "ts": 1000, "args": {"value": 5}},
          {"ph": "C", "name": "heap load", "pid": 10, "tid": 10, "ts": 3000, "args": {"value": 7}}
        ]}
        """;

    @TempDir
    static Path folder;

    private static TraceStore store;

    @BeforeAll
    static void open() throws Exception {
        Path file = folder.resolve("t.json");
        Files.writeString(file, TRACE);
        store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store();
    }

    @AfterAll
    static void close() {
        store.close();
    }

    private static List<String> search(String text, TraceSearch.Scope scope) throws Exception {
        try (Connection c = store.connection()) {
            SearchHits hits = TraceSearch.find(new TraceQueries(c), text, scope);
            List<String> all = new ArrayList<>();
            for (int i = 0; i < hits.size(); i++) {
                all.add(hits.table(i) + " " + hits.names()[i]);
            }
            return all;
        }
    }

    private static List<String> search(String text) throws Exception {
        return search(text, TraceSearch.Scope.ALL);
    }

    @Test
    void findsNamesArgumentsThreadsAndCounters() throws Exception {
        assertEquals(List.of("slice inner 1", "slice inner 2"), search("INNER"));
        assertEquals(List.of("slice outer"), search("424242"));
        assertEquals(List.of("slice outer"), search("value").subList(0, 1));
        assertEquals(List.of("slice outer"), search("nested"));
        assertEquals(
                List.of("slice outer"), search("main loop"), "a thread without scheduling is found by its first slice");
        assertEquals(List.of("counter heap load value"), search("heap"), "a counter is found once");
    }

    @Test
    void matchesTextLiterallyAndRegularExpressionsBetweenSlashes() throws Exception {
        assertEquals(List.of("slice 100% _done_"), search("% _"));
        assertEquals(List.of("slice inner 2"), search("/inner [2-9]/"));
        assertTrue(search("/^$/").isEmpty());
    }

    @Test
    void reportsInvalidRegularExpressions() {
        QueryException error = assertThrows(QueryException.class, () -> search("/inner [/"));
        assertTrue(
                error.getMessage().matches("the text between the slashes is not a regular expression \\(missing .*\\)"),
                error.getMessage());
        assertThrows(
                QueryException.class,
                () -> search("/(/", new TraceSearch.Scope(0, 0, List.of())),
                "reported even if there is no text to search");
    }

    @Test
    void searchesOnlyWithinTheScope() throws Exception {
        long start = store.bounds().start();
        assertEquals(
                List.of("slice inner 2"),
                search("inner", new TraceSearch.Scope(start + 3_000_000, start + 5_000_000, null)));
        try (Connection c = store.connection();
                var s = c.createStatement();
                var r = s.executeQuery("SELECT track_id FROM slice WHERE name = 'outer'")) {
            r.next();
            TrackNode track = new TrackNode(
                    "t", new SliceTrack(List.of(r.getLong(1))), "t", "", List.of(), "", "", false, List.of());
            assertEquals(
                    List.of("slice outer", "slice inner 1", "slice inner 2"),
                    search("/./", new TraceSearch.Scope(Long.MIN_VALUE, Long.MAX_VALUE, List.of(track))));
            assertTrue(search("heap", new TraceSearch.Scope(Long.MIN_VALUE, Long.MAX_VALUE, List.of(track)))
                    .isEmpty());
        }
    }
}
