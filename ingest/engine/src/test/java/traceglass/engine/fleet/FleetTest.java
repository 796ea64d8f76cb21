package traceglass.engine.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.ExportFormat;
import traceglass.engine.TraceProcessor;
import traceglass.engine.archive.FleetTar;
import traceglass.engine.fleet.source.FleetLabels;

class FleetTest {

    @TempDir
    private Path folder;

    private Path runs;
    private Path fleetFolder;

    @BeforeEach
    void writeTraces() throws IOException {
        runs = FleetTraces.writeRuns(folder.resolve("runs"));
        fleetFolder = folder.resolve("fleet");
    }

    private Fleet imported() {
        return FleetTraces.importRuns(runs, fleetFolder);
    }

    @Test
    void tracesHavePropertiesAndLabels() {
        List<FleetTrace> traces = imported().traces();
        assertEquals(3, traces.size());
        FleetTrace change = traces.stream()
                .filter(t -> t.path().contains("change"))
                .findFirst()
                .orElseThrow();
        assertEquals("phone-1.json", change.name());
        assertEquals(Map.of("branch", "change", "device", "phone", "run", 1L), change.labels());
        assertEquals("json", change.format());
        assertEquals(2_000_000, change.durNs());
        assertEquals(2, change.rows("slice"));
        assertEquals(64, change.sha256().length());
    }

    @Test
    void idsFollowTheOrderOfTheSources() throws IOException {
        for (int i = 10; i < 30; i++) {
            FleetTraces.write(runs, "many/phone-" + i + ".json", i);
        }
        Fleet fleet = Fleet.create(fleetFolder);
        fleet.add(new FleetImport(List.of(runs.toString()), FleetLabels.none(), 4, 0, null));
        List<FleetTrace> byId = fleet.traces().stream()
                .sorted(Comparator.comparingLong(FleetTrace::id))
                .toList();
        List<String> paths = byId.stream().map(FleetTrace::path).toList();
        assertEquals(paths.stream().sorted().toList(), paths);
        assertEquals(23, byId.getLast().id());
    }

    @Test
    void tracesAreDeliveredWhileTheFleetIsReadUntilCanceled() {
        Fleet fleet = imported();
        List<FleetTrace> seen = new ArrayList<>();
        List<Integer> done = new ArrayList<>();
        List<FleetTrace> all = fleet.traces(
                new ArrayList<>(),
                step -> {
                    done.add(step.done());
                    assertEquals(3, step.total());
                    return true;
                },
                seen::add);
        assertEquals(all, seen);
        assertEquals(3, done.getLast());
        seen.clear();
        EngineException canceled = assertThrows(
                EngineException.class, () -> fleet.traces(new ArrayList<>(), step -> step.done() < 2, seen::add));
        assertEquals("Reading the fleet was canceled", canceled.getMessage());
        assertEquals(all.subList(0, 2), seen);
    }

    @Test
    void eachTraceIsQueriedInOrderWithItsLabels() {
        List<String> rows = FleetTraces.rows(imported()
                .queryEach(
                        "SELECT name, dur, dur = max(dur) OVER () AS longest FROM slice ORDER BY dur",
                        FleetRun.onAll().where("branch = 'main'")));
        assertEquals(4, rows.size());
        assertTrue(
                rows.getFirst().endsWith("branch=main, device=phone, run=1, name=inner, dur=500000, longest=false]"),
                rows::toString);
        assertTrue(rows.get(2).contains("run=2, name=inner, dur=550000"), rows::toString);
    }

    @Test
    void rowsOfEachTraceAreQueriedTogether() {
        assertEquals(
                List.of("[branch=change, most=2000000]", "[branch=main, most=1100000]"),
                FleetTraces.rows(imported()
                        .queryEach(
                                "SELECT dur FROM slice WHERE name = 'work'",
                                "SELECT branch, max(dur) AS most FROM result GROUP BY branch ORDER BY branch",
                                FleetRun.onAll())));
    }

    @Test
    void viewsOfOneTableAreReadFromTheirFiles() throws IOException {
        Fleet fleet = imported();
        assertEquals(
                List.of("[n=6, traces=3]"),
                FleetTraces.rows(fleet.queryTogether(
                        "SELECT count(*) AS n, count(DISTINCT trace_id) AS traces FROM slice", FleetRun.onAll())));
        assertEquals(
                List.of("[upid=0]", "[upid=1]"),
                FleetTraces.rows(
                        fleet.queryTogether("SELECT DISTINCT upid FROM process ORDER BY 1", FleetRun.onAll())));
        assertFalse(Files.exists(fleetFolder.resolve("derived")));
    }

    @Test
    void viewsWithJoinsAreComputedOnceInEachTrace() throws IOException {
        Fleet fleet = imported();
        String sql = "WITH s AS (SELECT * FROM thread_slice) SELECT t.run, count(*) AS n, max(s.process_name) AS p"
                + " FROM s JOIN traces t USING (trace_id) GROUP BY 1 ORDER BY 1";
        List<String> expected = List.of("[run=1, n=4, p=app]", "[run=2, n=2, p=app]");
        assertEquals(expected, FleetTraces.rows(fleet.queryTogether(sql, FleetRun.onAll())));
        Path derived;
        try (var files = Files.walk(fleetFolder.resolve("derived"))) {
            List<Path> found =
                    files.filter(f -> f.toString().endsWith(".parquet")).toList();
            assertEquals(3, found.size());
            derived = found.getFirst();
        }
        var before = Files.getLastModifiedTime(derived);
        assertEquals(expected, FleetTraces.rows(fleet.queryTogether(sql, FleetRun.onAll())));
        assertEquals(before, Files.getLastModifiedTime(derived));
    }

    @Test
    void queriesDoNotSeeTablesOfEarlierQueries() {
        Fleet fleet = imported();
        for (int i = 1; i <= 2; i++) {
            assertEquals(
                    List.of("[s=" + i * 3 + "]"),
                    FleetTraces.rows(fleet.queryTogether(
                            "INCLUDE PERFETTO MODULE slices.with_context; CREATE PERFETTO TABLE own AS SELECT " + i
                                    + " AS x; SELECT sum(x) AS s FROM own",
                            FleetRun.onAll())));
        }
    }

    @Test
    void invalidQueriesAreReportedAndFailedTracesSkipped() {
        Fleet fleet = imported();
        assertTrue(assertThrows(
                        EngineException.class, () -> fleet.queryTogether("SELECT * FROM nonsense", FleetRun.onAll()))
                .getMessage()
                .contains("nonsense"));
        assertEquals(
                "Only a SELECT can run on all traces",
                assertThrows(EngineException.class, () -> fleet.queryTogether("DROP TABLE traces", FleetRun.onAll()))
                        .getMessage());
        assertThrows(EngineException.class, () -> fleet.queryTogether("SELECT FROM WHERE", FleetRun.onAll()));
        assertThrows(
                EngineException.class,
                () -> fleet.queryEach("SELECT 1", FleetRun.onAll().where("nonsense = 1")));
        try (FleetRows rows = fleet.queryEach(
                "SELECT 1 / (SELECT count(*) FROM slice WHERE dur = 1100000) AS x, nonsense FROM slice",
                FleetRun.onAll())) {
            assertEquals(3, rows.failures().size());
            assertEquals(List.of(), rows.columns());
        }
    }

    @Test
    void queriesCannotReadOtherFiles() throws IOException {
        Fleet fleet = imported();
        Path secret = Files.writeString(folder.resolve("secret.csv"), "a\n1\n");
        String sql = "SELECT * FROM read_csv('" + secret + "')";
        assertThrows(EngineException.class, () -> fleet.queryTogether(sql, FleetRun.onAll()));
        assertThrows(EngineException.class, () -> fleet.queryEach("SELECT 1 AS x", sql, FleetRun.onAll()));
        try (FleetRows rows = fleet.queryEach(sql, FleetRun.onAll())) {
            assertEquals(3, rows.failures().size());
        }
    }

    @Test
    void endlessQueriesAreCanceledInEachTrace() {
        try (FleetRows rows = imported()
                .queryEach(
                        "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT max(x) FROM r",
                        FleetRun.onAll().withTimeout(300).where("run = 2"))) {
            assertEquals(1, rows.failures().size());
            assertEquals("took more than 300 ms", rows.failures().getFirst().reason());
        }
    }

    @Test
    void aTraceOfAFleetOpensLikeAnyTrace() {
        Fleet fleet = imported();
        FleetTrace first = fleet.traces().getFirst();
        try (TraceProcessor trace = TraceProcessor.open(fleet.file(first.id()), EngineOptions.temporary())) {
            assertEquals(first.startNs(), trace.startNs());
            assertEquals(
                    "[name=work, process=app, n=3]",
                    trace.query("SELECT s.name, p.name AS process, extract_arg(s.arg_set_id, 'args.n') AS n FROM"
                                    + " slice s JOIN thread_track t ON s.track_id = t.id JOIN thread USING (utid)"
                                    + " JOIN process p USING (upid) WHERE s.name = 'work'")
                            .single()
                            .toString());
        }
    }

    @Test
    void missingAndDamagedTablesAreFound() throws IOException {
        Fleet fleet = imported();
        Files.delete(fleetFolder.resolve("tables/slice/1.parquet"));
        Files.write(fleetFolder.resolve("tables/thread/2.parquet"), new byte[100]);
        List<String> problems = fleet.verify();
        assertEquals(2, problems.size(), problems::toString);
        assertThrows(EngineException.class, () -> fleet.open(1, EngineOptions.temporary()));
    }

    @Test
    void concurrentChangesAreRefused() {
        Fleet fleet = imported();
        FleetFolder files = FleetFolder.open(fleetFolder);
        try (FleetFolder.Writer writer = files.openWriter()) {
            assertTrue(assertThrows(EngineException.class, () -> fleet.remove(List.of(1L)))
                    .getMessage()
                    .startsWith("Another program"));
            assertEquals(4, writer.newId());
        }
        fleet.remove(List.of(1L));
        assertEquals(2, fleet.traces().size());
        assertThrows(EngineException.class, () -> fleet.remove(List.of(1L)));
        assertEquals(List.of(), fleet.verify());
    }

    @Test
    void foldersWithoutAFleetAndOtherVersionsAreRefused() throws IOException {
        assertThrows(EngineException.class, () -> Fleet.open(runs));
        assertThrows(EngineException.class, () -> Fleet.create(runs));
        imported();
        Files.writeString(fleetFolder.resolve("fleet.json"), "{\"traceglass_fleet\": \"0.1\"}");
        assertTrue(assertThrows(EngineException.class, () -> Fleet.open(fleetFolder))
                .getMessage()
                .contains("another version"));
    }

    @Test
    void archivesListsAndPatternsSelectTraces() throws IOException {
        Path zip = folder.resolve("more.zip");
        try (OutputStream out = Files.newOutputStream(zip);
                ZipOutputStream entries = new ZipOutputStream(out)) {
            for (int i = 1; i <= 2; i++) {
                entries.putNextEntry(new ZipEntry("a/" + i + ".json"));
                entries.write(FleetTraces.trace(5000 + i));
            }
        }
        Path list = Files.writeString(folder.resolve("list.txt"), "# of today\nruns/main/phone-1.json\nruns/absent\n");
        FleetImport.Result result = Fleet.create(fleetFolder)
                .add(FleetImport.of(
                        List.of(zip.toString(), list.toString(), runs + "/change/*.json", runs + "/*.nothing")));
        assertEquals(4, result.imported());
        assertEquals(2, result.failures().size(), result::toString);
        assertTrue(Fleet.open(fleetFolder).traces().stream()
                .anyMatch(t -> t.path().equals(zip + "!a/2.json") && t.name().equals("2.json")));
    }

    @Test
    void theLabelsFileIsNotImportedAsATrace() throws IOException {
        Path labels = Files.writeString(runs.resolve("labels.csv"), "path,team\nphone-1.json,blue\n");
        FleetImport.Result result = Fleet.create(fleetFolder)
                .add(new FleetImport(List.of(runs.toString()), FleetLabels.of(labels, null), 1, 0, null));
        assertEquals(List.of(), result.failures());
        assertEquals(3, result.imported());
    }

    @Test
    void aCompressedArchiveIsUnpackedOnce() throws IOException {
        Path archive = folder.resolve("runs.tar.gz");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(archive)))) {
            for (int i = 0; i < 8; i++) {
                byte[] trace = FleetTraces.trace(5000 + i);
                TarArchiveEntry entry = new TarArchiveEntry("runs/" + i + ".json");
                entry.setSize(trace.length);
                tar.putArchiveEntry(entry);
                tar.write(trace);
                tar.closeArchiveEntry();
            }
        }
        FleetImport.Result result = Fleet.create(fleetFolder)
                .add(new FleetImport(List.of(archive.toString()), FleetLabels.none(), 4, 0, null));
        assertEquals(8, result.imported(), result::toString);
        try (FleetTar entries = new FleetTar(archive)) {
            List<FleetTar.Entry> all = entries.list();
            // Threads request adjacent entries in any order.
            for (int i = 0; i < all.size(); i += 2) {
                for (int position : new int[] {i + 1, i}) {
                    Path copy = folder.resolve("copy" + position);
                    entries.copy(all.get(position), copy);
                    assertArrayEquals(FleetTraces.trace(5000 + position), Files.readAllBytes(copy));
                }
            }
            assertEquals(2, entries.openCount());
            // Requests an entry that all passes have already passed.
            entries.copy(all.getFirst(), folder.resolve("again"));
            assertEquals(3, entries.openCount());
            Files.write(archive, new byte[0]);
            entries.close();
            assertThrows(IOException.class, () -> entries.copy(all.get(5), folder.resolve("gone")));
        }
    }

    @Test
    void anImportIsCanceledBetweenTraces() {
        EngineException canceled = assertThrows(
                EngineException.class,
                () -> Fleet.create(fleetFolder)
                        .add(new FleetImport(
                                List.of(runs.toString()), FleetLabels.none(), 1, 0, step -> step.done() < 1)));
        assertTrue(canceled.getMessage().contains("canceled"));
        FleetImport.Result rest = Fleet.open(fleetFolder).add(FleetImport.of(List.of(runs.toString())));
        assertEquals(3, rest.imported() + rest.unchanged());
        assertEquals(List.of(), Fleet.open(fleetFolder).verify());
    }

    @Test
    void labelsMayBeNumbersOnlyInSomeTraces() throws IOException {
        FleetTraces.write(runs, "17/phone-x.json", 900);
        Fleet fleet = imported();
        assertEquals(
                List.of("[branch=17, run=x]", "[branch=main, run=2]"),
                FleetTraces.rows(fleet.queryTogether(
                        "SELECT branch, run FROM traces WHERE branch = '17' OR run = '2' ORDER BY 1",
                        FleetRun.onAll())));
    }

    @Test
    void aCommonTableExpressionMayReadTheTableOfItsName() {
        assertEquals(
                List.of("[n=3]"),
                FleetTraces.rows(imported()
                        .queryTogether(
                                "WITH slice AS (SELECT * FROM slice WHERE name = 'work') SELECT count(*) AS n FROM"
                                        + " slice",
                                FleetRun.onAll())));
    }

    @Test
    void tracesStayAfterTheirFilesAreRenamed() throws IOException {
        Fleet fleet = imported();
        Path newest = runs.resolve("main/phone-1.json");
        Files.move(newest, runs.resolve("main/phone-0.json"));
        FleetTraces.write(runs, "main/phone-1.json", 7000);
        assertEquals(2, fleet.add(FleetImport.of(List.of(runs.toString()))).imported());
        assertEquals(
                List.of("[dur=1000000]", "[dur=1100000]", "[dur=2000000]", "[dur=7000000]"),
                FleetTraces.rows(fleet.queryTogether(
                        "SELECT dur FROM slice WHERE name = 'work' ORDER BY dur", FleetRun.onAll())));
    }

    @Test
    void damagedTracesAreImportedAgain() throws IOException {
        Fleet fleet = imported();
        Files.delete(fleetFolder.resolve("tables/slice/1.parquet"));
        assertEquals(1, fleet.add(FleetImport.of(List.of(runs.toString()))).replaced());
        assertEquals(List.of(), fleet.verify());
    }

    @Test
    void aTraceOfAFleetIsExported() throws IOException {
        Fleet fleet = imported();
        Path database = folder.resolve("exported.duckdb");
        try (TraceProcessor trace = fleet.open(1, EngineOptions.temporary())) {
            trace.export(ExportFormat.DUCKDB, database);
        }
        assertTrue(Files.size(database) > 0);
    }

    @Test
    void conditionsCannotReadOtherFiles() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "secret");
        assertThrows(
                EngineException.class,
                () -> imported().traces(FleetRun.onAll().where("EXISTS (FROM read_text('" + secret + "'))")));
    }
}
