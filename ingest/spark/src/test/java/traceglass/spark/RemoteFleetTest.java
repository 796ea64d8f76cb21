package traceglass.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.source.FleetLabels;

/// Reads a fleet in a file system that is not local.
class RemoteFleetTest {

    private static final String SQL = "SELECT name, dur FROM slice";

    @TempDir
    private static Path folder;

    private static Fleet fleet;
    private static SparkSession spark;

    @BeforeAll
    static void start() throws IOException {
        Path runs = folder.resolve("runs");
        SparkTraces.write(runs, "change/phone-1.json", 2000, 3);
        SparkTraces.write(runs, "main/phone-1.json", 1000, 1);
        SparkTraces.write(runs, "main/phone-2.json", 1100, 5000);
        fleet = Fleet.create(folder.resolve("fleet"));
        fleet.add(new FleetImport(
                List.of(runs.toString()), FleetLabels.of(null, "{branch}/{device}-{run}.json"), 1, 0, null));
        spark = SparkRows.session("local[2]").getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static DataFrameReader reader() {
        return spark.read().format("traceglass").option("fs.copied.impl", CopiedFileSystem.class.getName());
    }

    private static String remote(Path path) {
        return CopiedFileSystem.SCHEME + "://" + path.toUri().getPath();
    }

    @Test
    void hasTheRowsLabelsAndIdsOfTheFleet() throws IOException {
        long before = copies();
        List<String> names = SparkRows.names(fleet.queryEach(SQL, FleetRun.onAll()));
        Dataset<Row> rows = reader().option("query", SQL).load(remote(fleet.folder()));
        Dataset<Row> ordered =
                rows.select(names.getFirst(), names.stream().skip(1).toArray(String[]::new));
        assertEquals(SparkRows.of(fleet.queryEach(SQL, FleetRun.onAll())), SparkRows.of(ordered));
        assertEquals(
                List.of("[1, change]", "[2, main]", "[3, main]"),
                SparkRows.of(reader().option("table", "slice")
                        .load(remote(fleet.folder()))
                        .select("trace_id", "branch")
                        .distinct()));
        assertEquals(before, copies());
    }

    @Test
    void patternsFindFleets() {
        assertEquals(
                5007,
                reader().option("table", "slice").load(remote(folder) + "f*t").count());
    }

    @Test
    void copiesOnlyTheTracesThatTheConditionsSelect() {
        Dataset<Row> rows =
                reader().option("table", "slice").load(remote(fleet.folder())).where("branch = 'main' AND run = 1");
        String plan = rows.queryExecution().toString();
        assertTrue(plan.contains("traces: 1,"), plan);
        assertEquals(2, rows.count());
    }

    @Test
    void copiesCountTowardTheLimit() throws IOException {
        long before = copies();
        Dataset<Row> tooLarge =
                reader().option("table", "slice").option("maxLocalBytes", "1k").load(remote(fleet.folder()));
        assertTrue(message(tooLarge).contains("maxLocalBytes"), () -> message(tooLarge));
        assertEquals(before, copies());
    }

    @Test
    void reportsAMissingTableOfATrace(@TempDir Path other) throws IOException {
        copy(fleet.folder(), other);
        Files.delete(other.resolve("tables/slice/2.parquet"));
        List<String> failures = SparkRows.of(
                reader().option("table", "failures").load(remote(other)).select("trace_id", "error"));
        assertEquals(1, failures.size(), failures::toString);
        assertTrue(failures.getFirst().startsWith("[2, "), failures::toString);
        assertTrue(failures.getFirst().contains("tables/slice/2.parquet of the fleet is missing"), failures::toString);
    }

    @Test
    void reportsADamagedTraceAndAnotherVersion(@TempDir Path other) throws IOException {
        copy(fleet.folder(), other);
        Files.writeString(other.resolve("traces/2.json"), "{");
        DataFrameReader reader = reader().option("table", "slice");
        String damaged =
                assertThrows(Exception.class, () -> reader.load(remote(other))).getMessage();
        assertTrue(damaged.contains("traces/2.json"), damaged);
        String local = assertThrows(Exception.class, () -> reader.load(other.toString()))
                .getMessage();
        assertTrue(local.replace('\\', '/').contains("traces/2.json"), local);
        Files.writeString(other.resolve("fleet.json"), "{\"traceglass_fleet\": \"0.1\"}");
        String version =
                assertThrows(Exception.class, () -> reader.load(remote(other))).getMessage();
        assertTrue(version.contains("was created by another version of Traceglass"), version);
        assertFalse(version.contains("\n"), version);
    }

    @Test
    void tableNamesCannotReferToFilesOutsideTheFleet(@TempDir Path other) throws IOException {
        Path copy = other.resolve("fleet");
        copy(fleet.folder(), copy);
        Files.writeString(Files.createDirectories(other.resolve("outside")).resolve("2.parquet"), "outside");
        Path properties = copy.resolve("traces/2.json");
        String json = Files.readString(properties);
        String tables = "\"tables\": {";
        assertTrue(json.contains(tables), json);
        Files.writeString(properties, json.replace(tables, tables + "\"../../outside\": 1, \"/outside\": 1, "));
        assertEquals(
                List.of("[2]"),
                SparkRows.of(reader().option("query", "SELECT count(*) AS n FROM slice")
                        .load(remote(copy))
                        .where("trace_id = 2")
                        .select("n")));
    }

    @Test
    void copiesSeveralTablesOfATraceAtTheSameTime() {
        CopiedFileSystem.READERS.clear();
        Dataset<Row> rows =
                reader().option("table", "slice").load(remote(fleet.folder())).where("trace_id = 2");
        assertEquals(2, rows.count());
        assertTrue(CopiedFileSystem.READERS.size() > 3, CopiedFileSystem.READERS::toString);
    }

    @Test
    void rejectsPropertyFilesThatAreTooLarge(@TempDir Path other) throws IOException {
        copy(fleet.folder(), other);
        extend(other.resolve("traces/2.json"));
        DataFrameReader reader = reader().option("table", "slice");
        String message =
                assertThrows(Exception.class, () -> reader.load(remote(other))).getMessage();
        assertTrue(message.contains("traces/2.json can't be read: it is larger than 16 MB"), message);
        extend(other.resolve("fleet.json"));
        message =
                assertThrows(Exception.class, () -> reader.load(remote(other))).getMessage();
        assertTrue(message.contains("fleet.json can't be read: it is larger than 16 MB"), message);
    }

    /// Appends zeros up to a size above the limit.
    private static void extend(Path file) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(17 << 20);
        }
    }

    private static String message(Dataset<Row> rows) {
        StringBuilder all = new StringBuilder();
        for (Throwable e = assertThrows(Exception.class, rows::collectAsList); e != null; e = e.getCause()) {
            all.append(e.getMessage()).append('\n');
        }
        return all.toString();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static long copies() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(f -> f.getFileName().toString().startsWith("traceglass-spark-"))
                    .count();
        }
    }
}
