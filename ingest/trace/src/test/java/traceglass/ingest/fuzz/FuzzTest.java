package traceglass.ingest.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import traceglass.store.testing.SharedData;

/// Runs [FuzzRun] for a few seconds.
class FuzzTest {

    private static final int INPUTS = 400;
    private static final int MILLIS = 8_000;

    @Test
    void damagedTracesCauseNoFailure() throws Exception {
        run(SharedData.file("conformance"));
    }

    @Test
    void damagedFilesOfOtherFormatsCauseNoFailure() throws Exception {
        run(Path.of(FuzzTest.class.getResource("/cases").toURI()));
    }

    private static void run(Path folder) throws Exception {
        FuzzRun run = new FuzzRun(folder, System.out);
        int inputs = run.run(7, 0, INPUTS, System.currentTimeMillis() + MILLIS);
        run.printResult(inputs);
        assertTrue(run.failures.isEmpty(), () -> run.failures.keySet().toString());
        assertTrue(inputs > 0, "no input was imported");
    }
}
