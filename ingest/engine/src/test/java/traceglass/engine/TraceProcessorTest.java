package traceglass.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceProcessorTest {

    private static final String TRACE = """
        [{"ph": "X", "pid": 7, "tid": 8, "name": "engine load", "cat": "io", "ts": 100, "dur": 50},
         {"ph": "X", "pid": 7, "tid": 8, "name": "engine parse", "ts": 200, "dur": 1000, "args": {"n": 3}}]\
        """;

    record Slice(String name, long dur, OptionalLong parentId) {}

    @TempDir
    private Path folder;

    private TraceProcessor trace = open();

    private static TraceProcessor open() {
        return TraceProcessor.open(TRACE.getBytes(StandardCharsets.UTF_8), EngineOptions.temporary());
    }

    @AfterEach
    void close() {
        trace.close();
    }

    @Test
    void rowsAreReadByNameAndAsRecords() {
        QueryRow row = trace.query("SELECT count(*) AS n, sum(dur) AS total, avg(dur) AS a, NULL AS nothing FROM slice")
                .single();
        assertEquals(2, row.getLong("N"));
        assertEquals(1_050_000, row.getLong("total"));
        assertEquals(525_000.0, row.getDouble("a"));
        assertNull(row.get("nothing"));
        assertThrows(IllegalStateException.class, () -> row.getLong("nothing"));
        assertThrows(IllegalArgumentException.class, () -> row.getLong("absent"));
        assertEquals(
                List.of(
                        new Slice("engine load", 50_000, OptionalLong.empty()),
                        new Slice("engine parse", 1_000_000, OptionalLong.empty())),
                trace.query("SELECT name, dur, parent_id FROM slice ORDER BY ts")
                        .as(Slice.class)
                        .toList());
        assertEquals(100_000, trace.startNs());
        assertEquals(1_200_000, trace.endNs());
    }

    @Test
    void onlyTheLastStatementHasRows() {
        QueryResult result = trace.query("SELECT 1; CREATE TABLE t AS SELECT 5 AS x; SELECT x + 1 AS y FROM t");
        assertEquals(List.of(new QueryColumn("y", QueryColumn.Type.INTEGER)), result.columns());
        assertEquals(6, result.single().getLong(0));
        assertEquals(List.of(), trace.query("DROP TABLE t").columns());
        assertThrows(SqlErrorException.class, () -> trace.query("SELECT * FROM t"));
    }

    @Test
    void namedParametersAreAllowedWhereverValuesAre() {
        assertEquals(
                "engine parse",
                trace.query(
                                "SELECT CASE WHEN :yes THEN name ELSE :no END FROM slice WHERE name LIKE :like"
                                        + " AND name GLOB :glob AND NOT :no LIMIT :most OFFSET :skip",
                                Map.of(
                                        "yes", true, "no", false, "like", "%parse", "glob", "eng*", "most", 5, "skip",
                                        0))
                        .single()
                        .getString(0));
    }

    @Test
    void parametersAreValuesAndNeverSql() {
        assertEquals(
                1,
                trace.query("SELECT count(*) FROM slice WHERE name = ? AND dur > ?", "engine parse", 5)
                        .single()
                        .getLong(0));
        String injection = "'; DROP TABLE slice; --";
        QueryRow row = trace.query(
                        "SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, '?' AS f",
                        injection,
                        -0.1,
                        null,
                        new byte[] {0, 39, -1},
                        Long.MIN_VALUE)
                .single();
        assertEquals(injection, row.getString(0));
        assertEquals(-0.1, row.getDouble(1));
        assertTrue(row.isNull(2));
        assertArrayEquals(new byte[] {0, 39, -1}, (byte[]) row.get(3));
        assertEquals(Long.MIN_VALUE, row.getLong(4));
        assertEquals("?", row.getString(5));
        assertEquals(
                "engine load",
                trace.query("SELECT name FROM slice WHERE dur = $d AND category = :c", Map.of("d", 50_000, "c", "io"))
                        .single()
                        .getString(0));
        assertThrows(IllegalArgumentException.class, () -> trace.query("SELECT ?", 1, 2));
    }

    @Test
    void errorPositionsReferToTheWrittenText() {
        SqlErrorException e = assertThrows(
                SqlErrorException.class, () -> trace.query("SELECT ?,\n ? + absent FROM slice", "a long text", 1));
        assertEquals(2, e.line());
        assertEquals(6, e.column());
        assertTrue(e.getMessage().contains("absent"), e.getMessage());
        SqlErrorException second = assertThrows(SqlErrorException.class, () -> trace.query("SELECT 1; SELECT FROM"));
        assertEquals(1, second.statement());
    }

    @Test
    void missingArgumentsAreReported() {
        String noSql = null;
        IllegalArgumentException sql = assertThrows(IllegalArgumentException.class, () -> trace.query(noSql));
        assertEquals("The SQL is null", sql.getMessage());
        Map<String, Object> noValues = null;
        IllegalArgumentException values =
                assertThrows(IllegalArgumentException.class, () -> trace.query("SELECT :x", noValues));
        assertEquals("The values of the SQL are null", values.getMessage());
        for (String name : Arrays.asList("", " ", null, "a.", ".a", "a..b", "*")) {
            assertThrows(IllegalArgumentException.class, () -> trace.addModule(name, "SELECT 1"), name);
        }
        assertThrows(IllegalArgumentException.class, () -> trace.addModule("a.b", noSql));
        assertFalse(trace.modules().contains(""));
    }

    @Test
    void anIndexOutsideTheRowNamesItsColumns() {
        QueryRow row = trace.query("SELECT 1 AS a, 'x' AS b").single();
        for (int index : new int[] {2, -1}) {
            for (Consumer<Integer> read :
                    List.<Consumer<Integer>>of(row::get, row::isNull, row::getLong, row::getDouble, row::getString)) {
                IndexOutOfBoundsException e = assertThrows(IndexOutOfBoundsException.class, () -> read.accept(index));
                assertEquals("No column " + index + ": the row has 2 columns, counted from 0", e.getMessage());
            }
        }
    }

    @Test
    void nulCharactersAreValuesButNotSql() {
        SqlErrorException e = assertThrows(SqlErrorException.class, () -> trace.query("SELECT 1,\n '\0'"));
        assertEquals("the SQL contains a NUL character; write char(0) for it", e.getMessage());
        assertEquals(2, e.line());
        assertEquals(3, e.column());
        assertEquals("a\0b", trace.query("SELECT ?", "a\0b").single().getString(0));
        assertEquals("\0", trace.query("SELECT char(0)").single().getString(0));
    }

    @Test
    void aQueryThatNeedsTooMuchMemoryEndsWithoutNamingAnOption() {
        EngineOptions small = EngineOptions.temporary().withMemoryLimit(64 << 20);
        assertThrows(IllegalArgumentException.class, () -> small.withMemoryLimit(1));
        assertThrows(IllegalArgumentException.class, () -> small.withThreads(-1));
        try (TraceProcessor limited = TraceProcessor.open(TRACE.getBytes(StandardCharsets.UTF_8), small)) {
            SqlErrorException e = assertThrows(
                    SqlErrorException.class,
                    () -> limited.query("SELECT list(range) FROM range(20000000)")
                            .list());
            assertEquals(
                    "the query needs more memory than allowed: request fewer rows, or increase the limit",
                    e.getMessage());
            assertFalse(e.explain().contains("--"), e.explain());
            assertEquals(2, limited.query("SELECT count(*) FROM slice").single().getLong(0));
        }
    }

    @Test
    void namedParametersWithoutValuesAreNamed() {
        for (String name : List.of(":x", "$x")) {
            SqlErrorException e = assertThrows(SqlErrorException.class, () -> trace.query("SELECT 1,\n " + name));
            assertEquals("no value for parameter " + name, e.getMessage());
            assertEquals(2, e.line());
        }
    }

    @Test
    void anErrorAfterBeginLeavesTheSessionUsable() {
        assertThrows(
                SqlErrorException.class,
                () -> trace.query("BEGIN; CREATE TABLE t AS SELECT 1 AS x; SELECT CAST('a' AS DATE); COMMIT"));
        assertEquals(1, trace.query("SELECT x FROM t").single().getLong(0));
        trace.execute("INCLUDE PERFETTO MODULE slices.with_context");
        SqlErrorException e = assertThrows(SqlErrorException.class, () -> trace.query("ROLLBACK"));
        assertTrue(e.getMessage().startsWith("statements can't be undone here"), e.getMessage());
        trace.execute("COMMIT TRANSACTION; START TRANSACTION; END");
        assertEquals(
                2, trace.query("SELECT count(*) FROM thread_slice").single().getLong(0));
    }

    @Test
    void sessionsKeepTheirOwnObjects() {
        try (QuerySession session = trace.newSession()) {
            session.execute("CREATE PERFETTO FUNCTION twice(x LONG) RETURNS LONG AS SELECT $x * 2");
            assertEquals(8, session.query("SELECT twice(4)").single().getLong(0));
            assertThrows(
                    SqlErrorException.class,
                    () -> trace.query("SELECT twice(4)").list());
        }
    }

    @Test
    void theNextQueryClosesAnOpenResult() {
        QueryResult endless = trace.query("SELECT * FROM range(100000000000)");
        assertEquals(0, endless.iterator().next().getLong(0));
        assertEquals(1, trace.query("SELECT 1").single().getLong(0));
        EngineException cut = assertThrows(EngineException.class, endless::next);
        assertTrue(cut.getMessage().contains("another query of its session"), cut.getMessage());
    }

    @Test
    void aQueryInsideALoopOverRowsNeverEndsTheLoopSilently() {
        List<Long> read = new ArrayList<>();
        assertThrows(EngineException.class, () -> {
            for (QueryRow row : trace.query("SELECT id FROM slice UNION ALL SELECT * FROM range(3)")) {
                read.add(trace.query("SELECT ?", row.getLong(0)).single().getLong(0));
            }
        });
        assertTrue(read.size() < 5, read::toString);
        List<Long> fromOtherSession = new ArrayList<>();
        try (QuerySession inner = trace.newSession()) {
            for (QueryRow row : trace.query("SELECT * FROM range(3)")) {
                fromOtherSession.add(
                        inner.query("SELECT ?", row.getLong(0)).single().getLong(0));
            }
        }
        assertEquals(List.of(0L, 1L, 2L), fromOtherSession);
    }

    @Test
    void aQueryIsCanceledFromAnotherThread() throws Exception {
        try (QuerySession session = trace.newSession()) {
            Thread other = new Thread(() -> {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    return;
                }
                session.cancel();
            });
            other.start();
            SqlErrorException e = assertThrows(
                    SqlErrorException.class,
                    () -> session.query("SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b")
                            .list());
            assertTrue(e.isCanceled());
            other.join();
            assertEquals(1, session.query("SELECT 1").single().getLong(0));
        }
    }

    @Test
    void manyRowsArriveInOrder() {
        long[] expected = {0};
        trace.query("SELECT range AS n FROM range(100000)").forEach(r -> assertEquals(expected[0]++, r.getLong(0)));
        assertEquals(100_000, expected[0]);
    }

    @Test
    void tablesStatsAndMetadataAreListed() {
        TableInfo slice = trace.tables().stream()
                .filter(t -> t.name().equals("slice"))
                .findFirst()
                .orElseThrow();
        assertTrue(slice.columns().stream()
                .anyMatch(c -> c.name().equals("dur") && c.type().equals("BIGINT")));
        assertFalse(slice.description().isEmpty());
        assertEquals("json", trace.metadata().get("trace_type"));
        assertTrue(trace.stats().stream().allMatch(s -> s.value() != 0));
    }

    @Test
    void arrowFilesContainTheRows() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        trace.query("CREATE TABLE a AS SELECT 77 AS x").close();
        try (QuerySession session = trace.newSession()) {
            session.writeArrow(out, "SELECT name, dur FROM slice WHERE dur > ?", 60_000);
        }
        byte[] bytes = out.toByteArray();
        assertEquals("ARROW1", new String(bytes, 0, 6, StandardCharsets.US_ASCII));
        assertEquals("ARROW1", new String(bytes, bytes.length - 6, 6, StandardCharsets.US_ASCII));
        assertTrue(new String(bytes, StandardCharsets.ISO_8859_1).contains("engine parse"));
        assertFalse(new String(bytes, StandardCharsets.ISO_8859_1).contains("engine load"));
    }

    @Test
    void severalTracesShareATimeline() throws IOException {
        Path a = Files.writeString(folder.resolve("a.json"), TRACE.replace("engine", "first"));
        Path other = Files.createDirectory(folder.resolve("other"));
        Path b = Files.writeString(other.resolve("a.json"), TRACE.replace("engine", "second"));
        try (TraceProcessor both = TraceProcessor.openTogether(List.of(a, b), EngineOptions.temporary())) {
            assertEquals(
                    List.of("first load", "first parse", "second load", "second parse"),
                    both.query("SELECT name FROM slice ORDER BY name").stream()
                            .map(r -> r.getString(0))
                            .toList());
        }
    }

    @Test
    void problemsAreReportedInOneSentenceAndLeaveNoFiles() throws IOException {
        EngineException absent =
                assertThrows(EngineException.class, () -> TraceProcessor.open(folder.resolve("absent.pftrace")));
        assertTrue(absent.getMessage().endsWith("absent.pftrace does not exist"), absent.getMessage());
        byte[] noise = new byte[1000];
        Arrays.fill(noise, (byte) 0xEE);
        assertThrows(EngineException.class, () -> TraceProcessor.open(noise, EngineOptions.temporary()));
        Path file = Files.writeString(folder.resolve("t.json"), TRACE);
        EngineOptions canceling =
                EngineOptions.cachedIn(folder.resolve("cache")).withProgress((p, r, t) -> false);
        try (TraceProcessor opened = TraceProcessor.open(file, canceling)) {
            // A small trace can be open before the listener is called.
            assertEquals(2, opened.query("SELECT count(*) FROM slice").single().getLong(0));
        } catch (EngineException e) {
            assertTrue(e.getMessage().contains("canceled"), e.getMessage());
        }
        assertThrows(SqlErrorException.class, () -> trace.query("COPY slice TO '" + folder.resolve("x.csv") + "'"));
        assertFalse(Files.exists(folder.resolve("x.csv")));
        EngineException none = assertThrows(
                EngineException.class, () -> TraceProcessor.openTogether(List.of(), EngineOptions.temporary()));
        assertEquals("No traces to open", none.getMessage());
    }

    @Test
    void queriesOfAClosedTraceFailUntilItIsReopened() {
        QuerySession session = trace.newSession();
        trace.close();
        assertThrows(IllegalStateException.class, () -> session.query("SELECT 1"));
        trace = open();
        try (Stream<QueryRow> rows = trace.query("SELECT * FROM range(100000000000)").stream()) {
            assertEquals(0, rows.findFirst().orElseThrow().getLong(0));
        }
    }
}
