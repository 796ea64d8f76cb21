package traceglass.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBFunctions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests statements that read pending tables in the importer's memory.
class DirectReadsTest {

    private static final String SLICES = "__intrinsic_slice";
    private static final String COUNTERS = "__intrinsic_counter";
    private static final int ROWS = 3 * Table.CHUNK_ROWS + 77;

    @TempDir
    Path dir;

    /// Returns a store with pending slices and counters.
    ///
    /// @param chunks number of full chunks that are not packed
    private TraceStore store(int chunks) throws Exception {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer =
                StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null, chunks, 1L << 30, Set.of());
        Table slices = storage.table(SLICES);
        Table counters = storage.table(COUNTERS);
        Random random = new Random(7);
        for (int i = 0; i < ROWS; i++) {
            int row = slices.addRow();
            slices.longs("ts").set(row, random.nextLong());
            if (random.nextInt(5) != 0) {
                slices.longs("dur").set(row, i);
            }
            String name = "a name that is longer than twelve bytes \u00e9 " + random.nextInt(900);
            slices.strings("name").set(row, storage.strings().intern(random.nextBoolean() ? name : "n" + i % 100));
            slices.ints("track_id").set(row, random.nextInt(50));
            counters.longs("ts").set(counters.addRow(), i);
            if (i % 3 != 0) {
                counters.doubles("value").set(i, i / 4.0);
            }
        }
        slices.longs("dur").set(3, 99);
        return writer.finishLazily();
    }

    private static List<String> rows(DuckDBConnection c, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (var s = c.createStatement();
                var r = s.executeQuery(sql)) {
            int n = r.getMetaData().getColumnCount();
            while (r.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= n; i++) {
                    row.append(r.getObject(i)).append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100})
    void rowsInMemoryEqualTheLoadedOnes(int chunks) throws Exception {
        List<String> statements = List.of(
                "SELECT * FROM slice",
                "SELECT name, id FROM slice WHERE dur IS NULL",
                "SELECT count(*) FROM slice",
                "SELECT count(*), sum(value) FROM counter",
                "SELECT s.name, c.value FROM slice AS s JOIN counter AS c ON c.ts = s.dur",
                "SELECT track_id, max(name), sum(dur) FROM slice GROUP BY track_id ORDER BY track_id",
                "SELECT id FROM slice LIMIT 5 OFFSET 70000");
        List<List<String>> loaded = new ArrayList<>();
        try (TraceStore store = store(chunks);
                DuckDBConnection c = store.connection()) {
            for (String sql : statements) {
                loaded.add(rows(c, sql));
            }
        }
        for (int i = 0; i < statements.size(); i++) {
            try (TraceStore store = store(chunks);
                    DuckDBConnection c = store.lazyConnection()) {
                store.prepareRead(Set.of(SLICES, COUNTERS));
                assertEquals(loaded.get(i), rows(c, statements.get(i)), statements.get(i));
                assertEquals(ROWS, store.pendingRows(SLICES), "the table was loaded");
            }
        }
    }

    @Test
    void aTableIsLoadedAfterStatementsReadAsManyColumnsAsItHas() throws Exception {
        try (TraceStore store = store(100);
                DuckDBConnection c = store.lazyConnection()) {
            store.prepareRead(Set.of(SLICES));
            assertEquals(List.of(ROWS + "|"), rows(c, "SELECT count(*) FROM slice"));
            store.prepareRead(Set.of(SLICES));
            assertEquals(ROWS, store.pendingRows(SLICES));
            List<String> first = rows(c, "SELECT * FROM slice");
            store.prepareRead(Set.of(SLICES));
            assertEquals(0, store.pendingRows(SLICES));
            assertEquals(ROWS, store.pendingRows(COUNTERS));
            assertEquals(first, rows(c, "SELECT * FROM slice"));
        }
    }

    @Test
    void aResultThatIsBeingReadSurvivesLoadingAndClosing() throws Exception {
        TraceStore store = store(1);
        DuckDBConnection c = store.lazyConnection();
        store.prepareRead(Set.of(SLICES));
        String sql = "SELECT name FROM slice";
        List<String> names = rows(c, sql);
        try (var s = c.createStatement();
                var r = s.executeQuery(sql)) {
            assertTrue(r.next());
            assertEquals(names.getFirst(), r.getString(1) + "|");
            store.ensureTables(Set.of(SLICES));
            store.close();
            int read = 1;
            for (; r.next(); read++) {
                assertEquals(names.get(read), r.getString(1) + "|");
            }
            assertEquals(ROWS, read);
        }
        c.close();
        assertThrows(SQLException.class, store::lazyConnection);
    }

    @Test
    void aCompletedStoreReadsTheDatabase() throws Exception {
        try (TraceStore store = store(0)) {
            List<String> before;
            try (DuckDBConnection c = store.lazyConnection()) {
                store.prepareRead(Set.of(SLICES));
                before = rows(c, "SELECT * FROM slice");
            }
            store.complete();
            try (DuckDBConnection c = store.connection()) {
                assertEquals(before, rows(c, "SELECT * FROM slice"));
                assertEquals(
                        List.of(), rows(c, "SELECT view_name FROM duckdb_views() WHERE sql LIKE '%traceglass_rows%'"));
            }
        }
    }

    @Test
    void aStatementReadsATableThatIsLoadedWhileItRuns() throws Exception {
        try (TraceStore store = store(1);
                DuckDBConnection c = store.lazyConnection();
                DuckDBConnection other = store.lazyConnection();
                var function = DuckDBFunctions.scalarFunction()) {
            function.withName("load_all_tables")
                    .withParameters(DuckDBColumnType.BIGINT)
                    .withReturnType(DuckDBColumnType.BIGINT)
                    .withVolatile()
                    .withVectorizedFunction((in, out) -> {
                        store.complete();
                        for (int i = 0; i < in.rowCount(); i++) {
                            out.setLong(i, 0);
                        }
                    })
                    .register(other);
            store.prepareRead(Set.of(SLICES));
            List<String> names = rows(c, "SELECT name FROM slice");
            // The join reads slices after its other side.
            String sql =
                    "SELECT name FROM slice JOIN (SELECT max(load_all_tables(range)) AS n FROM range(1)) ON n <= id";
            assertEquals(names, rows(c, sql));
            assertEquals(0, store.pendingRows(SLICES));
        }
    }

    @Test
    void aMacroWithTheNameOfTheRowsFunctionDoesNotReplaceIt() throws Exception {
        try (TraceStore store = store(1);
                DuckDBConnection c = store.lazyConnection()) {
            try (var s = c.createStatement()) {
                s.execute("CREATE TEMP MACRO traceglass_rows(t) AS TABLE SELECT 1 AS id");
            }
            store.prepareRead(Set.of(SLICES));
            assertEquals(List.of("100|"), rows(c, "SELECT count(name) FROM slice WHERE id < 100"));
        }
    }

    @Test
    void aTransactionThatBeganBeforeATableWasLoadedReadsItsRows() throws Exception {
        try (TraceStore store = store(1);
                DuckDBConnection c = store.lazyConnection();
                var s = c.createStatement()) {
            store.prepareRead(Set.of(SLICES));
            s.execute("BEGIN");
            rows(c, "SELECT count(*) FROM duckdb_views()");
            store.ensureTables(Set.of(SLICES));
            assertEquals(List.of(ROWS + "|"), rows(c, "SELECT count(*) FROM slice"));
            s.execute("COMMIT");
            assertEquals(List.of(ROWS + "|"), rows(c, "SELECT count(*) FROM slice"));
        }
    }
}
