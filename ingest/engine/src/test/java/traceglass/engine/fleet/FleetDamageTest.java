package traceglass.engine.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineException;

/// Tests damaged and missing files of a fleet.
class FleetDamageTest {

    @TempDir
    private Path folder;

    private Path fleetFolder;
    private Fleet fleet;

    @BeforeEach
    void createFleet() throws IOException {
        Path runs = folder.resolve("runs");
        for (int i = 1; i <= 3; i++) {
            FleetTraces.write(runs, "run-" + i + ".json", 1000 + i);
        }
        fleetFolder = folder.resolve("fleet");
        fleet = Fleet.create(fleetFolder);
        fleet.add(FleetImport.of(List.of(runs.toString())));
    }

    @Test
    void aDamagedManifestIsReportedInOneSentence() throws IOException {
        Path manifest = fleetFolder.resolve("fleet.json");
        for (byte[] content : List.of(
                new byte[] {(byte) 0xFE, 0, 7},
                "{\"a".getBytes(StandardCharsets.UTF_8),
                "[]".getBytes(StandardCharsets.UTF_8))) {
            Files.write(manifest, content);
            assertEquals(
                    manifest + " is damaged; import the traces into a new fleet",
                    assertThrows(EngineException.class, () -> Fleet.open(fleetFolder))
                            .getMessage());
        }
    }

    @Test
    void theReasonWhyATableIsDamagedIsReported() throws IOException {
        Files.writeString(fleetFolder.resolve("tables/slice/2.parquet"), "damaged Parquet file");
        try (FleetRows rows = fleet.queryEach("SELECT count(*) AS n FROM slice", FleetRun.onAll())) {
            String reason = rows.failures().getFirst().reason();
            assertTrue(reason.contains("2.parquet: ") && reason.contains("No magic bytes found"), reason);
        }
        String problem = fleet.verify().getFirst();
        assertTrue(problem.contains("2.parquet is damaged: No magic bytes found"), problem);
    }

    @Test
    void queriesReportDamagedAndIncompleteTraces() throws IOException {
        Files.writeString(fleet.file(1), "{");
        Files.delete(fleetFolder.resolve("tables/slice/2.parquet"));
        String sql = "SELECT count(*) AS n FROM slice";
        for (FleetRows rows :
                List.of(fleet.queryEach(sql, FleetRun.onAll()), fleet.queryTogether(sql, FleetRun.onAll()))) {
            try (rows) {
                List<String> reasons =
                        rows.failures().stream().map(FleetFailure::reason).toList();
                assertEquals(2, reasons.size(), reasons::toString);
                assertTrue(reasons.get(0).startsWith("can't be read: "), reasons::toString);
                assertEquals(
                        "The file tables/slice/2.parquet of the fleet is missing. Remove trace 2 from the fleet and add"
                                + " it again.",
                        reasons.get(1).replace('\\', '/'));
            }
        }
        assertTrue(fleet.verify().getFirst().contains("1.json can't be read: "), fleet.verify()::toString);
    }

    @Test
    void metricsAndComparisonsReportDamagedTraces() throws IOException {
        Files.writeString(fleet.file(2), "{");
        List<String> reported = new ArrayList<>();
        FleetProgress progress = new FleetProgress() {
            @Override
            public boolean update(Step step) {
                return true;
            }

            @Override
            public void failed(FleetFailure failure) {
                reported.add(failure.path());
            }
        };
        FleetRun run = FleetRun.onAll().withProgress(progress);
        assertEquals(2, fleet.traces(run).size());
        assertEquals(1, reported.size(), reported::toString);
        reported.clear();
        FleetMetrics<FleetTrace> metrics = fleet.metrics(List.of(FleetMetrics.defaults()), null, run);
        assertEquals(1, metrics.failures().size());
        assertEquals(1, reported.size(), reported::toString);
        reported.clear();
        try (FleetRows rows = fleet.summarize(List.of(FleetMetrics.defaults()), null, run)) {
            assertEquals(1, rows.failures().size());
        }
        assertEquals(1, reported.size(), reported::toString);
    }
}
