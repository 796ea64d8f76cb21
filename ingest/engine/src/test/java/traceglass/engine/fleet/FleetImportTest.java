package traceglass.engine.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.source.FleetLabels;

/// Imports traces that are equal, unreadable or already in the fleet.
class FleetImportTest {

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
    void aRepeatedImportReadsOnlyNewAndChangedTraces() throws IOException {
        Fleet fleet = imported();
        FleetTraces.write(runs, "change/phone-1.json", 2500);
        FleetTraces.write(runs, "change/phone-3.json", 3000);
        FleetImport.Result result = fleet.add(FleetImport.of(List.of(runs.toString())));
        assertEquals(List.of(2, 1, 2), List.of(result.imported(), result.replaced(), result.unchanged()));
        assertEquals(4, fleet.traces().size());
        assertEquals(
                List.of("[d=2500000]"),
                FleetTraces.rows(fleet.queryTogether(
                        "SELECT max(s.dur) AS d FROM slice s JOIN traces t USING (trace_id)"
                                + " WHERE t.path LIKE '%change/phone-1%'",
                        FleetRun.onAll())));
        assertEquals(List.of(), fleet.verify());
    }

    @Test
    void unreadableTracesAreReportedAndTheOthersImported() throws IOException {
        Files.writeString(runs.resolve("notes.txt"), "no trace at all");
        Files.writeString(runs.resolve("main/empty.json"), "");
        Files.copy(runs.resolve("main/phone-1.json"), runs.resolve("main/copy.json"));
        List<FleetFailure> reported = new ArrayList<>();
        FleetProgress progress = new FleetProgress() {
            @Override
            public boolean update(Step step) {
                return true;
            }

            @Override
            public void failed(FleetFailure failure) {
                reported.add(failure);
            }
        };
        FleetImport.Result result = Fleet.create(fleetFolder)
                .add(new FleetImport(
                        List.of(runs.toString(), folder.resolve("absent").toString()),
                        FleetLabels.none(),
                        0,
                        0,
                        progress));
        assertEquals(1, result.duplicates().size());
        assertTrue(result.failures().stream().anyMatch(f -> f.path().endsWith("notes.txt")), result::toString);
        assertTrue(result.failures().stream().anyMatch(f -> f.path().endsWith("absent")), result::toString);
        assertEquals(result.failures().size(), reported.size());
        assertTrue(result.imported() >= 3, result::toString);
    }

    @Test
    void aNewFleetWithoutTracesIsRemovedUnlessAnotherImportFillsIt() throws IOException {
        try (FleetTarget target = FleetTarget.at(fleetFolder)) {
            assertEquals(
                    1,
                    target.fleet()
                            .add(FleetImport.of(List.of("absent")))
                            .failures()
                            .size());
        }
        assertFalse(Files.exists(fleetFolder));
        Path foreignFile = Files.createFile(Files.createDirectory(fleetFolder).resolve(".mine"));
        try (FleetTarget target = FleetTarget.at(fleetFolder)) {
            assertEquals(List.of(), target.fleet().traces());
        }
        assertEquals(List.of(foreignFile), filesIn(fleetFolder));
        try (FleetTarget target = FleetTarget.at(fleetFolder);
                FleetFolder.Writer other = FleetFolder.open(fleetFolder).openWriter()) {
            assertThrows(EngineException.class, () -> target.fleet().add(FleetImport.of(List.of("absent"))));
            target.close();
            assertTrue(Fleet.isFleet(fleetFolder), other::toString);
        }
        try (FleetTarget target = FleetTarget.at(fleetFolder)) {
            target.fleet().add(FleetImport.of(List.of(runs.toString())));
        }
        assertEquals(3, Fleet.open(fleetFolder).traces().size());
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void theFirstOfTwoEqualTracesIsKeptWhicheverIsReadFirst() throws IOException {
        Path copy = Files.copy(runs.resolve("main/phone-1.json"), runs.resolve("main/zz.json"));
        CountDownLatch copyIsRead = new CountDownLatch(1);
        FleetReader slow = new FleetReader() {
            @Override
            public List<Found> find(String uri) {
                return List.of();
            }

            @Override
            public Outcome read(Task task) throws IOException, InterruptedException {
                if (task.path().endsWith("main/phone-1.json")) {
                    assertTrue(copyIsRead.await(5, TimeUnit.MINUTES));
                    Thread.sleep(300);
                }
                Outcome outcome = task.run((_, _) -> copy, 64L << 20);
                if (task.path().equals(copy.toString())) {
                    copyIsRead.countDown();
                }
                return outcome;
            }
        };
        FleetImport.Result result = Fleet.create(fleetFolder)
                .add(new FleetImport(List.of(runs.toString()), FleetLabels.none(), 4, 0, null), slow);
        assertEquals(
                List.of(copy.toString()),
                result.duplicates().stream().map(FleetFailure::path).toList());
        assertEquals(3, result.imported());
    }

    @Test
    void aCopyIsKeptIfTheFirstTraceCannotBeAdded() throws IOException {
        Path copy = Files.copy(runs.resolve("main/phone-1.json"), runs.resolve("main/zz.json"));
        FleetReader losing = new FleetReader() {
            @Override
            public List<Found> find(String uri) {
                return List.of();
            }

            @Override
            public Outcome read(Task task) throws IOException {
                Outcome outcome = task.run((path, _) -> Path.of(path), 64L << 20);
                return task.path().endsWith("main/phone-1.json")
                        ? new Outcome("lost", outcome.properties(), null)
                        : outcome;
            }
        };
        FleetImport.Result result = Fleet.create(fleetFolder)
                .add(new FleetImport(List.of(runs.toString()), FleetLabels.none(), 4, 0, null), losing);
        assertEquals(List.of(), result.duplicates());
        assertEquals(
                List.of(runs.resolve("main/phone-1.json").toString()),
                result.failures().stream().map(FleetFailure::path).toList());
        assertTrue(
                Fleet.open(fleetFolder).traces().stream().anyMatch(t -> t.path().equals(copy.toString())));
    }

    @Test
    void filesLeftByAKilledImportAreIgnoredAndRemoved() throws IOException {
        Fleet fleet = imported();
        Path orphan = Files.copy(
                fleetFolder.resolve("tables/slice/1.parquet"), fleetFolder.resolve("tables/slice/77.parquet"));
        Path partial = Files.createDirectory(fleetFolder.resolve(".partial-77"));
        assertEquals(
                List.of("[n=6]"),
                FleetTraces.rows(fleet.queryTogether("SELECT count(*) AS n FROM slice", FleetRun.onAll())));
        assertEquals(1, fleet.verify().size());
        fleet.add(FleetImport.of(List.of(runs.toString())));
        assertFalse(Files.exists(orphan));
        assertFalse(Files.exists(partial));
    }
}
