package traceglass.ingest.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// A few seconds of what [FuzzRun] does for long.
class FuzzTest {

    private static final int INPUTS = 400;
    private static final int MILLIS = 8_000;

    @Test
    void noDamageGetsThrough() throws Exception {
        String shared = System.getenv("TRACEGLASS_SHARED");
        Path folder = (shared != null ? Path.of(shared) : Path.of("..", "..", "shared")).resolve("conformance");
        Assumptions.assumeTrue(
                Files.exists(folder),
                () -> "no traces at " + folder.toAbsolutePath().normalize());
        FuzzRun run = new FuzzRun(folder, System.out);
        int inputs = run.run(7, 0, INPUTS, System.currentTimeMillis() + MILLIS);
        run.printResult(inputs);
        assertTrue(run.failures.isEmpty(), () -> run.failures.keySet().toString());
        assertTrue(inputs > 0, "no input was taken");
    }
}
