package traceglass.sql.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.result.QueryException;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Reads a table with more rows than fit into one block or one range of ids.
class StoredRowsTest {

    private static final int ROWS = 140_000;
    private static final String COUNTERS = "__intrinsic_counter";

    @TempDir
    Path dir;

    private TraceStore counters() throws Exception {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer =
                StoreWriter.startLazily(storage, StoreOptions.uncached().withTempDir(dir), null);
        Table counters = storage.table(COUNTERS);
        for (int i = 0; i < ROWS; i++) {
            counters.longs("ts").set(counters.addRow(), 2L * i);
        }
        return writer.finishLazily();
    }

    private static List<Long> times(StoredRows rows, String condition) throws QueryException {
        List<Long> times = new ArrayList<>();
        rows.<Long, QueryException>blocks(
                COUNTERS, "id, ts", condition, block -> block.number(1, 0), (block, first) -> {
                    assertEquals(first, block.number(1, 0));
                    for (int r = 0; r < block.size(); r++) {
                        times.add(block.number(1, r));
                    }
                    // The next block is read in the meantime, and must not replace this one.
                    assertEquals(first, block.number(1, 0));
                });
        return times;
    }

    @Test
    void passesAllRowsInOrder() throws Exception {
        try (TraceStore store = counters();
                StoredRows rows = new StoredRows(store, Set.of(COUNTERS))) {
            assertEquals(LongStream.range(0, ROWS).map(i -> 2 * i).boxed().toList(), times(rows, ""));
            assertEquals(List.of(0L, 2L, 279_998L), times(rows, "(ts < 4 OR ts > 279996)"));
            assertEquals(List.of(), times(rows, "ts < 0"));
        }
    }

    @Test
    void tablesCanBeLoadedBeforeTheyAreRead() throws Exception {
        try (TraceStore store = counters()) {
            assertEquals(ROWS, store.pendingRows(COUNTERS));
            Thread loader = StoredRows.loadAhead(store, Set.of(COUNTERS));
            loader.join();
            assertEquals(0, store.pendingRows(COUNTERS));
            try (StoredRows rows = new StoredRows(store, Set.of(COUNTERS))) {
                assertEquals(List.of(6L), times(rows, "ts = 6"));
            }
        }
    }

    @Test
    void errorsInAConditionAreReported() throws Exception {
        try (TraceStore store = counters();
                StoredRows rows = new StoredRows(store, Set.of(COUNTERS))) {
            assertThrows(QueryException.class, () -> times(rows, "no_column > 0"));
        }
    }

    /// A connection of the database streams one result at a time.
    @Test
    void argumentsAndOtherQueriesAreReadBetweenTheRows() throws Exception {
        try (TraceStore store = counters();
                StoredRows rows = new StoredRows(store, Set.of(COUNTERS, "__intrinsic_args"));
                StoredArgs<Integer> args = rows.args(List::size, size -> 4)) {
            long[] read = {0};
            rows.<Long, QueryException>blocks(
                    COUNTERS,
                    "id, ts",
                    "",
                    block -> {
                        assertNull(args.get(block.number(0, 0)));
                        return (long) block.size();
                    },
                    (block, size) -> rows.query("SELECT count(*) FROM " + COUNTERS, cursor -> {
                        assertTrue(cursor.next());
                        read[0] += size;
                    }));
            assertEquals(ROWS, read[0]);
        }
    }

    @Test
    void textIsReadAsStringsAndAsBytes() throws Exception {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer =
                StoreWriter.startLazily(storage, StoreOptions.uncached().withTempDir(dir), null);
        Table slices = storage.table("__intrinsic_slice");
        List<String> names = List.of("", "a", "ä€😀 and more than twelve bytes", "", "a");
        for (String name : names) {
            slices.strings("name").set(slices.addRow(), storage.strings().intern(name));
        }
        slices.addRow();
        try (TraceStore store = writer.finishLazily();
                StoredRows rows = new StoredRows(store, Set.of("__intrinsic_slice"))) {
            List<@Nullable String> texts = new ArrayList<>();
            rows.<Integer, QueryException>blocks("__intrinsic_slice", "name", "", _ -> 0, (block, _) -> {
                for (int r = 0; r < block.size(); r++) {
                    byte[] bytes = block.bytes(0, r);
                    String text = block.text(0, r);
                    assertEquals(text, bytes == null ? null : new String(bytes, StandardCharsets.UTF_8));
                    texts.add(text);
                }
            });
            List<@Nullable String> expected = new ArrayList<>(names);
            expected.add(null);
            assertEquals(expected, texts);
        }
    }
}
