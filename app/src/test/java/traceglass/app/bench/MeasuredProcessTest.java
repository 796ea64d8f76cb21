package traceglass.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.io.Failure;
import traceglass.app.testing.SampleFile;

class MeasuredProcessTest {

    @TempDir
    Path folder;

    @Test
    void importTimesIncludeTheStartOfTheProcess() throws Exception {
        Path trace = SampleFile.in(folder);
        String results = ImportBench.run(
                3,
                List.of(
                        "bench",
                        "import",
                        "--runs",
                        "1",
                        "--json",
                        "--cache-dir",
                        folder.toString(),
                        trace.toString()));
        assertEquals(1, results.lines().count(), results);
        double wall = number(results, "wall_s");
        // The start of the virtual machine alone takes longer than this.
        assertTrue(number(results, "program") > 0.02 && number(results, "program") < wall && wall < 300, results);
        assertTrue(number(results, "first_tracks_s") > number(results, "program"), results);
    }

    private static double number(String json, String name) {
        var m = java.util.regex.Pattern.compile('"' + name + "\": ([0-9.]+)").matcher(json);
        assertTrue(m.find(), json);
        return Double.parseDouble(m.group(1));
    }

    @Test
    void aFailedProcessReportsItsError() {
        Path missing = folder.resolve("missing.pftrace");
        Failure failure = assertThrows(
                Failure.class, () -> ImportBench.run(3, List.of("bench", "import", "--runs", "1", missing.toString())));
        assertTrue(
                failure.getMessage().contains("missing.pftrace")
                        && !failure.getMessage().startsWith("traceglass:"),
                failure.getMessage());
    }

    @Test
    void aProcessThatTakesTooLongIsKilled() {
        Failure failure = assertThrows(Failure.class, () -> MeasuredProcess.run(List.of("help"), 0));
        assertEquals("the measured process took more than 0 s", failure.getMessage());
    }

    @Test
    void measuresTheAgeOfThisProcess() {
        double age = MeasuredProcess.ageS();
        double expected = (System.currentTimeMillis()
                        - java.lang.management.ManagementFactory.getRuntimeMXBean()
                                .getStartTime())
                / 1e3;
        assertTrue(age >= expected - 0.05 && age < expected + 5, age + " " + expected);
    }
}
