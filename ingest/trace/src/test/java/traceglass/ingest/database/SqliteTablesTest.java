package traceglass.ingest.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;

class SqliteTablesTest {

    private static final int ROWS = 3000;

    @TempDir
    Path folder;

    private Path database(String... statements) throws Exception {
        Path file = folder.resolve("a b%20?.db");
        Files.deleteIfExists(file);
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement s = c.createStatement()) {
            for (String sql : statements) {
                s.execute(sql);
            }
        }
        return file;
    }

    private static TraceInput input(Path file, ImportProgress progress) throws Exception {
        return new TraceInput(file.getFileName().toString(), Files.newInputStream(file), progress, file);
    }

    private static String rows(SqliteTables tables, String table, List<String> columns, List<String> order) {
        List<String> lines = new ArrayList<>();
        tables.read(table, columns, order, row -> {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns.size(); i++) {
                line.append(i == 0 ? "" : "|").append(row.isNull(i) ? "NULL" : row.text(i));
            }
            lines.add(line.toString());
        });
        return String.join(" ", lines);
    }

    @Test
    void readsColumnsByNameRegardlessOfTheirCase() throws Exception {
        Path file = database(
                "CREATE TABLE \"Odd \"\"name\"(Id INTEGER, value TEXT, real REAL)",
                "INSERT INTO \"Odd \"\"name\" VALUES(2, 'b', 0.5), (1, NULL, 2), (3, '7', NULL)",
                "CREATE VIEW v AS SELECT 1");
        try (TraceInput in = input(file, new ImportProgress());
                SqliteTables tables = SqliteTables.open(in)) {
            assertEquals(List.of("Odd \"name"), tables.tables(), "views are not used");
            assertTrue(tables.has("odd \"NAME", "ID", "value"));
            assertFalse(tables.has("odd \"NAME", "other"));
            assertEquals(
                    "1|NULL|NULL 2|b|NULL 3|7|NULL",
                    rows(tables, "ODD \"name", List.of("id", "value", "missing"), List.of("Id")));
            assertEquals("3 2 1", rows(tables, "Odd \"name", List.of("id"), List.of("Id DESC")));
            assertEquals("", rows(tables, "unknown", List.of("id"), null));
            assertFalse(tables.isDamaged());
            assertEquals(Files.size(file), in.position());
        }
    }

    @Test
    void convertsValues() throws Exception {
        Path file = database("CREATE TABLE t(a, b, c, d)", "INSERT INTO t VALUES(5000000000, ' 12 ', 2.75, x'00')");
        try (TraceInput in = input(file, new ImportProgress());
                SqliteTables tables = SqliteTables.open(in)) {
            tables.read("t", List.of("a", "b", "c", "d"), row -> {
                assertEquals(5_000_000_000L, row.number(0));
                assertEquals(12, row.number(1));
                assertEquals(2, row.number(2));
                assertEquals(2.75, row.real(2));
                assertEquals(12, row.real(1));
                assertEquals(SqliteRow.NONE, row.number(3));
                assertEquals(null, row.text(3));
            });
        }
    }

    @Test
    void namesTheTablesOfOtherDatabases() throws Exception {
        Path file = database("CREATE TABLE recipes(id)", "CREATE TABLE cooks(id)");
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedFile.read(Files.readAllBytes(file)));
        assertTrue(problem.getMessage().contains("recipes, cooks"), problem.getMessage());
    }

    @Test
    void namesOnlySomeOfManyTables() throws Exception {
        List<String> sql = new ArrayList<>(IntStream.range(10, 22)
                .mapToObj(i -> "CREATE TABLE t" + i + "(id)")
                .toList());
        byte[] twelve = Files.readAllBytes(database(sql.toArray(String[]::new)));
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedFile.read(twelve));
        assertTrue(problem.getMessage().endsWith("t20, t21"), problem.getMessage());
        sql.add("CREATE TABLE t22(id)");
        byte[] more = Files.readAllBytes(database(sql.toArray(String[]::new)));
        problem = assertThrows(TraceProblem.class, () -> DamagedFile.read(more));
        assertTrue(problem.getMessage().endsWith("t20, t21, …"), problem.getMessage());
    }

    @Test
    void keepsTheRowsBeforeTheDamage() throws Exception {
        List<String> sql = new ArrayList<>(List.of("PRAGMA page_size = 512", "CREATE TABLE t(id INTEGER, text TEXT)"));
        sql.add("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + ROWS
                + ") INSERT INTO t SELECT i, 'some text' FROM n");
        byte[] bytes = Files.readAllBytes(database(sql.toArray(String[]::new)));
        for (int offset = bytes.length / 4 * 3; offset < bytes.length / 4 * 3 + 4096; offset++) {
            bytes[offset] = (byte) 0xff;
        }
        Path damaged = folder.resolve("damaged");
        Files.write(damaged, bytes);
        int[] count = {0};
        try (TraceInput in = input(damaged, new ImportProgress());
                SqliteTables tables = SqliteTables.open(in)) {
            tables.read("t", List.of("id"), row -> count[0]++);
            assertTrue(tables.isDamaged());
        }
        assertTrue(count[0] > ROWS / 10 && count[0] < ROWS, count[0] + " rows");
    }

    @Test
    void explainsDatabasesThatCannotBeOpened() throws Exception {
        byte[] bytes = Files.readAllBytes(database("CREATE TABLE t(id)"));
        for (int offset = 100; offset < bytes.length; offset++) {
            bytes[offset] = 1;
        }
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedFile.read(bytes));
        assertTrue(problem.getMessage().contains("damaged SQLite database"), problem.getMessage());
    }

    @Test
    void copiesContentOfArchivesToATemporaryFile() throws Exception {
        byte[] bytes = Files.readAllBytes(database("CREATE TABLE t(id)", "INSERT INTO t VALUES(9)"));
        try (TraceInput in = new TraceInput("x.db", new ByteArrayInputStream(bytes), new ImportProgress())) {
            assertTrue(SqliteTables.tablesOf(in).contains("T"));
            try (SqliteTables tables = SqliteTables.open(in)) {
                assertEquals("9", rows(tables, "t", List.of("id"), null));
            }
        }
    }

    @Test
    void stopsWhenTheImportIsCanceled() throws Exception {
        Path file = database("CREATE TABLE t(id)", "INSERT INTO t VALUES(1)");
        ImportProgress progress = new ImportProgress();
        try (TraceInput in = input(file, progress);
                SqliteTables tables = SqliteTables.open(in)) {
            progress.cancel();
            assertThrows(ImportCanceled.class, () -> tables.read("t", List.of("id"), row -> {}));
        }
    }

    @Test
    void recognizesOnlyDatabases() {
        assertTrue(SqliteTables.isSqlite("SQLite format 3\0...".getBytes(StandardCharsets.US_ASCII)));
        assertFalse(SqliteTables.isSqlite("SQLite format 3".getBytes(StandardCharsets.US_ASCII)));
    }
}
