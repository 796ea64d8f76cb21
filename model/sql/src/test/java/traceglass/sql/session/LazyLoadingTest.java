package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests that statements have the same results with pending tables as with loaded ones, however they name the tables.
class LazyLoadingTest {

    /// Number of rows from which pending tables are read in memory.
    private static final String DIRECT_ROWS = "traceglass.store.directRows";

    @TempDir
    Path dir;

    /// Returns a trace with a thread with three nested slices with arguments, and a counter.
    private StoreWriter trace() {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer =
                StoreWriter.startLazily(storage, StoreOptions.uncached().withTempDir(dir), null);
        Table tracks = storage.table("__intrinsic_track");
        tracks.strings("type").set(tracks.addRow(), storage.strings().intern("thread_execution"));
        tracks.strings("name").set(0, storage.strings().intern("main"));
        Table slices = storage.table("__intrinsic_slice");
        Table args = storage.table("__intrinsic_args");
        for (int i = 0; i < 3; i++) {
            int row = slices.addRow();
            slices.longs("ts").set(row, 10 + i);
            slices.longs("dur").set(row, 20 - 2 * i);
            slices.strings("name").set(row, storage.strings().intern("s" + i));
            slices.ints("track_id").set(row, 0);
            slices.ints("arg_set_id").set(row, i);
            int arg = args.addRow();
            args.ints("arg_set_id").set(arg, i);
            args.strings("key").set(arg, storage.strings().intern("k"));
            args.strings("flat_key").set(arg, storage.strings().intern("k"));
            args.longs("int_value").set(arg, 7 + i);
            args.strings("value_type").set(arg, storage.strings().intern("int"));
        }
        Table counters = storage.table("__intrinsic_counter");
        for (int i = 0; i < 4; i++) {
            counters.longs("ts").set(counters.addRow(), i);
            counters.doubles("value").set(i, i * 2);
        }
        Table metadata = storage.table("__intrinsic_metadata");
        metadata.strings("name").set(metadata.addRow(), storage.strings().intern("cr-a"));
        metadata.longs("int_value").set(0, 3);
        return writer;
    }

    private static String result(TraceStore store, String sql) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            CsvPrinter printer = new CsvPrinter(bytes);
            session.run(sql, printer);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT name FROM slice ORDER BY id",
                "select count(*) from \"slice\" join Counter using (ts)",
                "SELECT (SELECT max(value) FROM counter) AS m, count(*) FROM slice",
                "FROM counter SELECT sum(value)",
                "WITH x AS (SELECT * FROM counter) SELECT count(*) FROM x",
                "SELECT count(*) FROM store.main.__intrinsic_slice",
                "BEGIN; SELECT count(*) FROM slice; SELECT count(*) FROM counter; COMMIT",
                "CREATE TABLE t AS SELECT * FROM slice; SELECT count(*) FROM t",
                "CREATE PERFETTO TABLE t AS SELECT ts, dur, name FROM slice; SELECT count(*), sum(dur) FROM t",
                "CREATE VIEW v AS SELECT * FROM slice; CREATE VIEW w AS SELECT * FROM v; SELECT count(*) FROM w",
                "CREATE PERFETTO VIEW v AS SELECT extract_arg(arg_set_id, 'k') AS k FROM slice; SELECT sum(k) FROM v",
                "SELECT extract_arg(arg_set_id, 'k') + 1 AS k FROM slice ORDER BY 1",
                "SELECT __intrinsic_arg_set_to_json(arg_set_id) AS j FROM slice",
                "SELECT extract_metadata('cr-a') + 1",
                "CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT count(*) + $x FROM counter; SELECT f(1)",
                "CREATE PERFETTO FUNCTION f(x LONG) RETURNS TABLE(name STRING) AS SELECT name FROM slice WHERE id ="
                        + " $x; CREATE PERFETTO VIEW v AS SELECT name FROM f(1); SELECT * FROM v",
                "CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT iif($x = 0, (SELECT count(*) FROM counter),"
                        + " 1 + f($x - 1)); SELECT f(2)",
                "CREATE PERFETTO MACRO m(t TableOrSubquery) RETURNS TableOrSubquery AS (SELECT count(*) AS n FROM $t);"
                        + " SELECT n FROM m!(counter)",
                "SELECT name FROM ancestor_slice(2) ORDER BY id",
                "SELECT a.name, d.name FROM slice AS a, slice AS d WHERE slice_is_ancestor(a.id, d.id) ORDER BY 1, 2",
                "CREATE VIEW a AS SELECT ts, dur FROM slice; CREATE VIEW b AS SELECT ts, 1 AS dur, value FROM counter; "
                        + "CREATE VIRTUAL TABLE j USING SPAN_LEFT_JOIN(a, b); SELECT count(*) FROM j",
                "INCLUDE PERFETTO MODULE slices.with_context; SELECT count(*) FROM thread_or_process_slice",
                "EXPLAIN SELECT count(*) FROM slice WHERE id = 1; SELECT count(*) FROM slice WHERE id = 1",
                "SELECT estimated_size FROM duckdb_tables() WHERE table_name = '__intrinsic_slice'",
                "PREPARE p AS SELECT count(*) FROM slice; EXECUTE p",
                "CREATE TABLE t(n BIGINT); INSERT INTO t SELECT count(*) FROM counter; UPDATE t SET n = n + (SELECT"
                        + " count(*) FROM slice); SELECT n FROM t",
                "SELECT trace_start(), trace_end(), trace_dur()",
                "SUMMARIZE counter",
                "DESCRIBE slice",
            })
    void returnsTheSameAsIfAllTablesWereLoaded(String sql) throws Exception {
        String expected;
        try (TraceStore store = trace().finish()) {
            expected = result(store, sql);
        }
        try (TraceStore store = trace().finishLazily()) {
            assertFalse(store.isComplete());
            assertEquals(expected, result(store, sql));
        }
        System.setProperty(DIRECT_ROWS, "0");
        try (TraceStore store = trace().finishLazily()) {
            assertEquals(expected, result(store, sql), "with rows in memory");
        } finally {
            System.clearProperty(DIRECT_ROWS);
        }
    }

    @Test
    void loadsOnlyTheTablesThatAreUsed() throws Exception {
        try (TraceStore store = trace().finishLazily()) {
            assertEquals("\"n\"\n4\n", result(store, "SELECT count(*) AS n FROM counter"));
            assertEquals(0, store.pendingRows("__intrinsic_counter"));
            assertEquals(3, store.pendingRows("__intrinsic_slice"));
            result(store, "SELECT count(*) FROM slice");
            assertEquals(0, store.pendingRows("__intrinsic_slice"));
            assertTrue(store.pendingRows("__intrinsic_args") > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH RECURSIVE r(n) AS (SELECT 2 UNION ALL SELECT s.parent_id FROM r JOIN slice AS s ON s.id = n)"
                        + " SELECT count(*) FROM r",
                "CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS WITH RECURSIVE r(n) AS (SELECT $x UNION ALL"
                        + " SELECT s.parent_id FROM r JOIN slice AS s ON s.id = n) SELECT count(*) FROM r;"
                        + " CREATE PERFETTO VIEW v AS SELECT f(2) AS n; SELECT n FROM v"
            })
    void recursiveStatementsLoadTheTablesThatTheyRead(String sql) throws Exception {
        System.setProperty(DIRECT_ROWS, "0");
        try (TraceStore store = trace().finishLazily()) {
            result(store, "SELECT ts FROM slice");
            assertEquals(3, store.pendingRows("__intrinsic_slice"));
            result(store, sql);
            assertEquals(0, store.pendingRows("__intrinsic_slice"));
            assertFalse(store.isComplete());
        } finally {
            System.clearProperty(DIRECT_ROWS);
        }
    }
}
