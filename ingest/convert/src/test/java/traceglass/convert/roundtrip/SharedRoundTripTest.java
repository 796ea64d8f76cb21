package traceglass.convert.roundtrip;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Converts the shared traces of `traces.txt` and compares the results of queries; each difference has a reason in
/// `differences.txt`. All traces take half a minute; by default only a few are converted.
class SharedRoundTripTest {

    private static final Path SHARED = Path.of(
                    Objects.requireNonNullElse(System.getenv("TRACEGLASS_SHARED"), "../../../shared"))
            .resolve("traces");

    @TempDir
    Path dir;

    /// Returns the conversions that are marked as quick, or all if an environment variable requests them.
    static List<String> conversions() {
        boolean isAll = System.getenv("TRACEGLASS_ALL_ROUND_TRIPS") != null;
        return RoundTripRunner.lines("traces.txt").stream()
                .filter(l -> isAll || l.endsWith(" quick"))
                .map(l -> l.replace(" quick", ""))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("conversions")
    void queriesHaveTheSameResults(String conversion) throws Exception {
        String trace = conversion.substring(0, conversion.indexOf(' '));
        String format = conversion.substring(trace.length() + 1);
        Path file = SHARED.resolve(trace);
        Assumptions.assumeTrue(Files.exists(file));
        Map<String, String> found = new RoundTripRunner(dir).differences(file, format);
        Set<String> expected = RoundTripRunner.lines("differences.txt").stream()
                .filter(l -> l.startsWith(conversion + " "))
                .map(l -> l.substring(conversion.length() + 1, l.indexOf(": ")))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, found.keySet(), () -> conversion + ": " + found);
    }
}
