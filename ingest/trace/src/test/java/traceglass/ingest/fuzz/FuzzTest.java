package traceglass.ingest.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.store.testing.SharedData;

/// Runs a share of [FuzzRun]'s inputs for a few seconds.
class FuzzTest {

    private static final int INPUTS = 400;
    private static final int MILLIS = 8_000;

    @Test
    void damagedTracesCauseNoFailure() throws Exception {
        run(List.of(SharedData.file("conformance")));
    }

    @Test
    void damagedFilesOfAllFormatsCauseNoFailure() throws Exception {
        List<Path> folders = new ArrayList<>();
        folders.add(Path.of(FuzzTest.class.getResource("/cases").toURI()));
        Path others = SharedData.folder().resolve("traces/other");
        if (Files.isDirectory(others)) {
            folders.add(others);
        }
        run(folders);
    }

    private static void run(List<Path> folders) throws Exception {
        FuzzRun run = new FuzzRun(folders, System.out);
        int inputs = run.run(7, 0, INPUTS, System.currentTimeMillis() + MILLIS);
        run.printResult(inputs);
        assertTrue(run.failures.isEmpty(), () -> run.failures.keySet().toString());
        assertTrue(inputs > 0, "no input was imported");
    }
}
