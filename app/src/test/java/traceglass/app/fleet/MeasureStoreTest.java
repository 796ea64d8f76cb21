package traceglass.app.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.fleet.FleetMetrics;
import traceglass.engine.fleet.measure.FleetMeasure;
import traceglass.engine.fleet.measure.FleetMeasure.Slices.Aggregate;

class MeasureStoreTest {

    private static final Path RUNS = Path.of("/home/me/runs.fleet");

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("fleet-columns.json");
    }

    private void await(String text) throws Exception {
        for (int i = 0;
                i < 500 && !(Files.exists(file()) && Files.readString(file()).contains(text));
                i++) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertEquals(true, Files.readString(file()).contains(text), text);
    }

    @Test
    void measuresOfEveryKindAreSavedForTheNextStart() throws Exception {
        List<FleetMeasure> all = List.of(
                new FleetMeasure.Slices(Aggregate.TOTAL, "draw \"it\""),
                new FleetMeasure.LongestFrame(),
                new FleetMeasure.Rows("sched_slice"),
                new FleetMeasure.Sql("Ratio", "SELECT 1.5\nFROM slice"),
                new FleetMeasure.Summary("Metrics", List.of(FleetMetrics.defaults())));
        MeasureStore store = new MeasureStore(file());
        all.forEach(m -> store.add(RUNS, m));
        store.add(RUNS, all.getFirst());
        store.add(Path.of("/home/me/others.fleet"), all.getFirst());
        await("others.fleet");
        assertEquals(all, new MeasureStore(file()).of(RUNS));
        store.remove(RUNS, all.getFirst());
        store.remove(Path.of("/home/me/others.fleet"), all.getFirst());
        for (int i = 0; i < 500 && Files.readString(file()).contains("others.fleet"); i++) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertEquals(all.subList(1, all.size()), new MeasureStore(file()).of(RUNS));
        assertEquals(List.of(), new MeasureStore(file()).of(Path.of("/home/me/others.fleet")));
    }

    @Test
    void measuresOfALaterVersionAndDamagedFilesAreIgnored() throws Exception {
        Files.writeString(
                file(), "{\"" + RUNS + "\": [{\"figure\": \"NONE\", \"name\": \"a\"}, {\"rows\": \"slice\"}, 7]}");
        assertEquals(List.of(new FleetMeasure.Rows("slice")), new MeasureStore(file()).of(RUNS));
        Files.writeString(file(), "{\"");
        assertEquals(List.of(), new MeasureStore(file()).of(RUNS));
        assertEquals(List.of(), new MeasureStore(null).of(RUNS));
    }
}
