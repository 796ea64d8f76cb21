package traceglass.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.source.FleetLabels;

/// Tests the data source in one process (`local[2]`).
class TraceglassSourceTest {

    private static final String PATTERN = "{branch}/{device}-{run}.json";
    private static final String SLICES = "SELECT name, dur, dur = max(dur) OVER () AS longest FROM slice";

    @TempDir
    private static Path folder;

    private static Path runs;
    private static Fleet fleet;
    private static SparkSession spark;

    @BeforeAll
    static void start() throws IOException {
        runs = folder.resolve("runs");
        SparkTraces.write(runs, "change/phone-1.json", 2000, 3);
        SparkTraces.write(runs, "main/phone-1.json", 1000, 1);
        SparkTraces.write(runs, "main/phone-2.json", 1100, 5000);
        fleet = Fleet.create(folder.resolve("fleet"));
        fleet.add(new FleetImport(List.of(runs.toString()), FleetLabels.of(null, PATTERN), 1, 0, null));
        spark = SparkRows.session("local[2]").getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static DataFrameReader reader() {
        return spark.read().format("traceglass");
    }

    private static Dataset<Row> query(String sql) {
        return reader().option("query", sql).load(runs.toString());
    }

    /// Returns the line of the plan that reads traces.
    private static String scan(Dataset<Row> rows) {
        return plan(rows)
                .lines()
                .filter(l -> l.contains("traceglass ["))
                .findFirst()
                .orElseThrow();
    }

    private static String plan(Dataset<Row> rows) {
        return classic(rows).queryExecution().executedPlan().toString();
    }

    private static org.apache.spark.sql.classic.Dataset<Row> classic(Dataset<Row> rows) {
        return (org.apache.spark.sql.classic.Dataset<Row>) rows;
    }

    @Test
    void aFolderThatIsATraceIsReadAsOne(@TempDir Path mixed) throws IOException {
        SparkTraces.writeCtf(mixed.resolve("ctf-1"), 1);
        SparkTraces.writeCtf(mixed.resolve("ctf-2"), 2);
        SparkTraces.write(mixed, "run.json", 500, 0);
        Dataset<Row> rows = reader().option("query", "SELECT name FROM slice").load(mixed.toString());
        assertEquals(
                List.of("[ctf-1,one]", "[ctf-2,one]", "[run.json,work]"),
                rows.select("trace", "name").collectAsList().stream()
                        .map(Row::toString)
                        .sorted()
                        .toList());
    }

    @Test
    void readsTablesWithColumnsForTheTraces() {
        Dataset<Row> slices = reader().option("table", "slice").load(runs.toString());
        assertEquals(
                List.of("trace_id", "trace", "trace_path", "id", "ts", "dur"),
                Arrays.asList(slices.columns()).subList(0, 6));
        assertEquals(5007, slices.count());
        Row work = slices.where("name = 'work' AND dur = 2000000").first();
        assertEquals(1L, work.<Long>getAs("trace_id"));
        assertEquals("phone-1.json", work.getAs("trace"));
        assertTrue(work.<String>getAs("trace_path").endsWith("/change/phone-1.json"));
        assertEquals(0L, work.<Long>getAs("depth"));
    }

    @Test
    void runsAQueryInEachTraceAsAFleetDoes() {
        Dataset<Row> rows = reader().option("query", SLICES)
                .option("pattern", PATTERN)
                .load(runs.toString())
                .drop("trace_path", "trace_id");
        assertEquals(SparkRows.of(fleet.queryEach(SLICES, FleetRun.onAll())).size(), rows.count());
        assertEquals(
                "struct<trace:string,branch:string,device:string,run:bigint,name:string,dur:bigint,longest:boolean>",
                rows.schema().simpleString());
    }

    @Test
    void readsAFleetWithTheRowsOfItsOwnQueries() {
        String sql = "INCLUDE PERFETTO MODULE slices.with_context;"
                + " SELECT process_name, count(*) AS n, avg(dur) AS mean, max(category) AS category, NULL AS nothing"
                + " FROM thread_slice GROUP BY 1";
        for (String one : List.of(sql, SLICES)) {
            List<String> names = SparkRows.names(fleet.queryEach(one, FleetRun.onAll()));
            Dataset<Row> rows = reader().option("query", one)
                    .load(fleet.folder().toString())
                    .drop("trace_path");
            assertEquals(Set.copyOf(names), Set.of(rows.columns()));
            Dataset<Row> ordered =
                    rows.select(names.getFirst(), names.stream().skip(1).toArray(String[]::new));
            assertEquals(SparkRows.of(fleet.queryEach(one, FleetRun.onAll())), SparkRows.of(ordered));
        }
    }

    @Test
    void readsOnlyTheColumnsAndRowsThatSparkNeeds() {
        Dataset<Row> rows = query("SELECT id, name, dur, ts FROM slice -- all")
                .where("dur > 1000 AND name LIKE 'wor%' AND ts IN (100000, 5)")
                .select("dur");
        String scan = scan(rows);
        assertTrue(scan.contains("columns: dur, sql: SELECT \"dur\" FROM (SELECT id, name, dur, ts FROM slice"), scan);
        String plan = plan(rows);
        assertTrue(plan.contains("\"dur\" > 1000"), plan);
        assertTrue(plan.contains("substr(\"name\", 1, 3) = 'wor'"), plan);
        assertTrue(plan.contains("\"ts\" IN (5, 100000)") || plan.contains("\"ts\" IN (100000, 5)"), plan);
        assertFalse(plan.contains(" Filter "), plan);
        assertEquals(List.of("[1000000]", "[1100000]", "[2000000]"), SparkRows.of(rows));
    }

    @Test
    void conditionsSelectTheSameRowsInSqlAndInSpark() {
        String sql =
                "SELECT name, dur, dur / 3.0 AS third, category, CASE WHEN dur > 5000 THEN NULL ELSE depth END AS d"
                        + " FROM slice WHERE id < 40";
        Dataset<Row> pushed = reader().option("query", sql).load(runs + "/*/phone-1.json");
        // On a local copy, Spark evaluates the conditions itself.
        Dataset<Row> local = spark.createDataFrame(pushed.collectAsList(), pushed.schema());
        for (String condition : List.of(
                "dur <> 1000",
                "d IS NOT NULL OR dur > 1000000",
                "NOT (third < 1e6)",
                "name IN ('work', 'x''y')",
                "category LIKE 'c%'",
                "name LIKE '%nne%'",
                "name LIKE '%r'",
                "d IN (1, NULL)",
                "NOT (d IN (0, NULL))",
                "dur > 5 AND (name = 'inner' OR d = 0)",
                "trace_id = 2 OR trace = 'phone-1.json'",
                "trace_id = 1 OR dur = 1000",
                "trace_path LIKE '%main%'",
                "length(name) = 4")) {
            assertEquals(SparkRows.of(local.where(condition)), SparkRows.of(pushed.where(condition)), condition);
        }
    }

    @Test
    void conditionsOnTracesSelectTheFiles() {
        Dataset<Row> rows = reader().option("table", "slice")
                .option("pattern", PATTERN)
                .load(runs.toString())
                .where("branch = 'main' AND run >= 2")
                .select("trace");
        assertTrue(scan(rows).contains("traces: 1,"), scan(rows));
        assertEquals(5001, rows.count());
    }

    @Test
    void limitsAreAppliedInEachTrace() {
        Dataset<Row> rows = query("SELECT name FROM slice").limit(3);
        assertTrue(plan(rows).contains("LIMIT 3"), plan(rows));
        assertEquals(3, rows.collectAsList().size());
    }

    @Test
    void statementsBeforeTheLastOneRunFirst() {
        assertEquals(
                List.of("[4]"),
                SparkRows.of(query("CREATE PERFETTO TABLE mine AS SELECT max(dur) AS longest FROM slice;"
                                + " SELECT longest FROM mine;")
                        .where("longest > 1000000")
                        .selectExpr("count(*) * 2")));
        Dataset<Row> module = reader().option("modules", "slices.with_context")
                .option("table", "thread_slice")
                .load(runs.toString());
        assertEquals(
                List.of("[app]"), SparkRows.of(module.select("process_name").distinct()));
    }

    @Test
    void duplicateColumnNamesAreMadeUnique() {
        Dataset<Row> rows = query("SELECT dur, dur + 1 AS dur, 7 AS trace_id, 'x' AS trace FROM slice WHERE depth = 0");
        assertEquals(
                "struct<trace_id:bigint,_trace:string,trace_path:string,dur:bigint,dur_1:bigint,own_trace_id:bigint,trace:string>",
                rows.schema().simpleString().replaceAll(":int\\b", ":bigint"));
        assertEquals(
                List.of("[1000000, 1000001, 7, x]"),
                SparkRows.of(rows.where("dur_1 = 1000001").select("dur", "dur_1", "own_trace_id", "trace")));
    }

    @Test
    void valuesHaveTheTypesOfTheEngine() {
        Dataset<Row> rows =
                query("SELECT 9223372036854775807 AS big, 0.5 AS real, 'ä' AS text, x'00ff' AS bytes, 1 = 1 AS flag");
        Row row = rows.select("big", "real", "text", "bytes", "flag").first();
        assertEquals(Long.MAX_VALUE, row.getLong(0));
        assertEquals(0.5, row.getDouble(1));
        assertEquals("ä", row.getString(2));
        assertEquals(2, ((byte[]) row.get(3)).length);
        assertTrue(row.getBoolean(4));
    }

    @Test
    void usesAnExplicitSchemaUnchanged() {
        Dataset<Row> rows = reader().schema("trace_id BIGINT, DUR INT, name STRING")
                .option("query", "SELECT name, dur FROM slice WHERE depth = 0")
                .load(runs.toString());
        assertEquals(
                List.of("[1, 2000000, work]", "[2, 1000000, work]", "[3, 1100000, work]"),
                SparkRows.of(rows.where("name = 'work'")));
        Dataset<Row> missing = reader().schema("nonsense STRING")
                .option("query", "SELECT name FROM slice")
                .load(runs.toString());
        assertTrue(message(missing).contains("has no column nonsense, only name"), () -> message(missing));
        Dataset<Row> wrong = reader().schema("name BIGINT")
                .option("query", "SELECT name FROM slice")
                .load(runs.toString());
        assertTrue(
                message(wrong).contains("The column name is bigint, but has a value that is a string"),
                () -> message(wrong));
    }

    private static String message(Dataset<Row> rows) {
        StringBuilder all = new StringBuilder();
        for (Throwable e = assertThrows(Exception.class, rows::collectAsList); e != null; e = e.getCause()) {
            all.append(e.getMessage()).append('\n');
        }
        return all.toString();
    }

    @Test
    void failingTracesEndTheQueryOrAreSkippedAndListed() throws IOException {
        Path mixed = folder.resolve("mixed");
        SparkTraces.write(mixed, "a.json", 1000, 1);
        Files.write(mixed.resolve("b.pftrace"), "this is not a trace".getBytes(StandardCharsets.UTF_8));
        SparkTraces.write(mixed, "c.json", 1000, 2);
        Dataset<Row> failing = reader().option("table", "slice").load(mixed.toString());
        assertTrue(message(failing).contains("b.pftrace: "), () -> message(failing));
        Dataset<Row> rest =
                reader().option("table", "slice").option("mode", "permissive").load(mixed.toString());
        assertEquals(5, rest.collectAsList().size());
        List<String> failures =
                SparkRows.of(reader().option("table", "failures").load(mixed.toString()));
        assertEquals(1, failures.size());
        assertTrue(failures.getFirst().startsWith("[2, b.pftrace, "), failures::toString);
        assertTrue(failures.getFirst().contains("b.pftrace, 19, "), failures::toString);
        List<String> queryFailures = SparkRows.of(reader().option("table", "failures")
                .option("query", "SELECT CAST('x' AS INT64) / 0, error_of_" + "nothing FROM slice")
                .load(mixed.toString())
                .select("trace"));
        assertEquals(List.of("[a.json]", "[b.pftrace]", "[c.json]"), queryFailures);
    }

    @Test
    void countsTracesRowsBytesAndTime() {
        Dataset<Row> rows =
                reader().option("table", "slice").load(runs.toString()).select("dur");
        rows.collectAsList();
        SparkPlan scan =
                classic(rows).queryExecution().executedPlan().collectLeaves().head();
        assertEquals(3, scan.metrics().apply("tracesRead").value());
        assertEquals(5007, scan.metrics().apply("rowsRead").value());
        assertEquals(0, scan.metrics().apply("failedTraces").value());
        assertTrue(scan.metrics().apply("importTime").value() > 0);
        assertTrue(scan.metrics().apply("bytesRead").value() > 100_000);
    }

    @Test
    void tracesOfOtherFileSystemsAreCopiedAndTheCopiesDeleted() throws IOException {
        spark.sparkContext().hadoopConfiguration().set("fs.copied.impl", CopiedFileSystem.class.getName());
        String uri = CopiedFileSystem.SCHEME + "://" + runs.toUri().getPath() + "*/*.json";
        long before = copies();
        assertEquals(
                5007,
                reader().option("table", "slice")
                        .load(uri)
                        .select("dur")
                        .collectAsList()
                        .size());
        assertEquals(before, copies());
        Dataset<Row> tooLarge =
                reader().option("table", "slice").option("maxLocalBytes", "1k").load(uri);
        assertTrue(message(tooLarge).contains("maxLocalBytes"), () -> message(tooLarge));
        assertEquals(before, copies());
    }

    @Test
    void pathsWithoutASchemeAreInTheDefaultFileSystem() {
        Dataset<Row> rows = reader().option("table", "slice")
                .option("fs.copied.impl", CopiedFileSystem.class.getName())
                .option("fs.defaultFS", CopiedFileSystem.SCHEME + ":///")
                .load(runs + "/main")
                .select("trace_path")
                .distinct();
        List<String> paths = SparkRows.of(rows);
        assertEquals(2, paths.size());
        assertTrue(paths.stream().allMatch(p -> p.startsWith("[copied:/")), paths::toString);
    }

    @Test
    void findsPathsThatContainSpecialCharactersOfPatterns() throws IOException {
        Path odd = folder.resolve("odd [1] {a,b}");
        SparkTraces.write(odd, "run[2].json", 700, 0);
        for (Path path : List.of(odd, odd.resolve("run[2].json"))) {
            assertEquals(
                    List.of("[run[2].json]"),
                    SparkRows.of(reader().option("table", "slice")
                            .load(path.toString())
                            .select("trace")));
        }
    }

    private static long copies() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(f -> f.getFileName().toString().startsWith("traceglass-spark-"))
                    .count();
        }
    }

    @Test
    void invalidOptionsAreReportedBeforeAnyTask() {
        List<String> messages = new ArrayList<>();
        for (DataFrameReader wrong : List.of(
                reader(),
                reader().option("table", "slice").option("query", "SELECT 1"),
                reader().option("table", "slice").option("mode", "dropmalformed"),
                reader().option("table", "slice").option("memory", "much"),
                reader().option("table", "nonsense"),
                reader().option("query", "SELECT FROM WHERE"))) {
            messages.add(assertThrows(Exception.class, () -> wrong.load(runs.toString()))
                    .getMessage());
        }
        List<String> expected = List.of("\"table\" and", "\"table\" and", "mode", "memory", "nonsense", "WHERE");
        for (int i = 0; i < expected.size(); i++) {
            assertTrue(messages.get(i).contains(expected.get(i)), messages.get(i));
        }
        assertTrue(assertThrows(
                        Exception.class,
                        () -> reader().option("table", "slice")
                                .load(folder.resolve("nowhere").toString()))
                .getMessage()
                .contains("No traces at"));
    }

    @Test
    void largeTracesAreReadAloneAndSmallOnesTogether() {
        List<SourceTrace> files = new ArrayList<>();
        for (long size : new long[] {10, 500, 20, 30, 100, 5}) {
            files.add(new SourceTrace(files.size() + 1, "u", "p", "n", size, false, new TreeMap<>()));
        }
        List<List<Long>> sizes = TracePartition.pack(files, 100, 4).stream()
                .map(p -> p.files().stream().map(SourceTrace::bytes).toList())
                .toList();
        assertEquals(List.of(List.of(500L), List.of(100L), List.of(30L, 20L, 10L, 5L)), sizes);
    }
}
