package traceglass.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.FleetTrace;
import traceglass.engine.fleet.source.FleetLabels;

class FleetImportJobTest {

    private static final String PATTERN = "{branch}/{run}.json";

    @TempDir
    private Path folder;

    private static SparkSession spark;

    @BeforeAll
    static void start() {
        spark = SparkRows.session("local[2]").getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private String run(int code, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertEquals(
                code,
                FleetImportJob.run(new JavaSparkContext(spark.sparkContext()), List.of(arguments), stream, stream));
        return out.toString(StandardCharsets.UTF_8);
    }

    private Path traces() throws IOException {
        Path runs = folder.resolve("runs");
        SparkTraces.write(runs, "main/1.json", 1000, 1);
        SparkTraces.write(runs, "main/2.json", 1100, 2);
        SparkTraces.write(runs, "change/1.json", 2000, 3);
        return runs;
    }

    @Test
    void createsTheSameFleetAsAnImportWithoutSpark() throws IOException {
        Path runs = traces();
        Path target = folder.resolve("cluster.fleet");
        String text = run(0, "--fleet", target.toString(), "--pattern", PATTERN, "--jobs", "1", runs.toString());
        assertEquals("3 traces imported into " + target, text.strip());
        Fleet imported = Fleet.open(target);
        Fleet local = Fleet.create(folder.resolve("local.fleet"));
        local.add(new FleetImport(List.of(runs.toString()), FleetLabels.of(null, PATTERN), 1, 0, null));
        assertEquals(local.traces(), imported.traces());
        assertEquals(List.of(), imported.verify());
        String sql = "SELECT s.*, t.branch FROM slice s JOIN traces t USING (trace_id)";
        assertEquals(
                SparkRows.of(local.queryTogether(sql, FleetRun.onAll())),
                SparkRows.of(imported.queryTogether(sql, FleetRun.onAll())));
    }

    @Test
    void canBeRepeatedAndReportsFailuresAndDuplicates() throws IOException {
        Path runs = traces();
        Files.write(runs.resolve("bad.pftrace"), "this is not a trace".getBytes(StandardCharsets.UTF_8));
        Files.copy(runs.resolve("main/1.json"), runs.resolve("main/9.json"));
        Path target = folder.resolve("some.fleet");
        String first = run(1, "--fleet", target.toString(), "--jobs", "1", runs.toString());
        assertTrue(first.contains("bad.pftrace: "), first);
        assertTrue(first.contains("9.json: has the same content as "), first);
        assertTrue(
                first.strip().endsWith("3 traces imported into " + target + "; 1 duplicate skipped; 1 failed"), first);
        SparkTraces.write(runs, "main/3.json", 1300, 1);
        Files.delete(runs.resolve("bad.pftrace"));
        String second = run(0, "--fleet", target.toString(), runs.toString());
        assertTrue(
                second.strip()
                        .endsWith("1 trace imported into " + target + "; 3 already imported; 1 duplicate skipped"),
                second);
        assertEquals(List.of(), Fleet.open(target).verify());
    }

    @Test
    void readsArchivesAndOtherFileSystems() throws IOException {
        Path runs = traces();
        Path zip = folder.resolve("all.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry("deep/1.json"));
            out.write(Files.readAllBytes(runs.resolve("main/1.json")));
            out.closeEntry();
        }
        spark.sparkContext().hadoopConfiguration().set("fs.copied.impl", CopiedFileSystem.class.getName());
        String uri = CopiedFileSystem.SCHEME + "://" + runs.toUri().getPath() + "change/*.json";
        Path target = folder.resolve("mixed.fleet");
        run(0, "--fleet", target.toString(), "--jobs", "1", zip.toString(), uri);
        List<FleetTrace> traces = Fleet.open(target).traces();
        assertEquals(zip + "!deep/1.json", traces.getFirst().path());
        assertTrue(traces.getLast().path().startsWith("copied:/"), traces.getLast()::path);
        assertEquals(4, traces.getLast().rows("slice"));
        assertEquals(List.of(), Fleet.open(target).verify());
    }

    @Test
    void invalidArgumentsAreReported() {
        assertTrue(run(1, "--fleet").contains("--fleet needs a value"));
        assertTrue(run(1, "--jobs", "many", "x").contains("many is not a number"));
        assertTrue(run(1, "--nonsense", "1", "x").contains("--nonsense"));
        assertTrue(run(1, "x").contains("--fleet and a source"));
    }
}
