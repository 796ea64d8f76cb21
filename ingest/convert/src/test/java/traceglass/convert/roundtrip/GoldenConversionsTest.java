package traceglass.convert.roundtrip;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import traceglass.store.testing.SharedData;

/// Converts shared traces, and runs the queries of the conformance set's `golden.jsonl` about slices, threads,
/// scheduling, counters, flows, arguments and raw events on the traces and the results. `golden_traces.txt` lists the
/// conversions, `golden_differences.txt` the queries with different results and the reasons. By default only the quick
/// conversions run, all of them if `TRACEGLASS_ALL_ROUND_TRIPS` is set, which takes some minutes.
class GoldenConversionsTest {

    private static final String QUERY_NAMES =
            "slice.*|.*_slices|threads?|processes|sched_.*|thread_.*|wakers|counter_.*|.*_counters|flows|logs|ftrace_.*";

    @TempDir
    Path dir;

    static List<String> conversions() {
        boolean isAll = System.getenv("TRACEGLASS_ALL_ROUND_TRIPS") != null;
        return RoundTripRunner.lines("golden_traces.txt").stream()
                .filter(l -> isAll || l.endsWith(" quick"))
                .map(l -> l.replace(" quick", ""))
                .toList();
    }

    /// Returns the golden queries of a trace by name.
    private static Map<String, String> queriesOf(String trace) throws IOException {
        Map<String, String> queries = new TreeMap<>();
        for (String line : Files.readAllLines(SharedData.file("conformance/golden.jsonl"))) {
            String id = "";
            String sql = "";
            try (JsonParser json = new JsonFactory().createParser(line)) {
                json.nextToken();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String field = json.currentName();
                    json.nextToken();
                    if (field.equals("id")) {
                        id = json.getText();
                    } else if (field.equals("sql")) {
                        sql = json.getText();
                    }
                }
            }
            String start = "golden:" + trace + ":";
            if (id.startsWith(start) && id.substring(start.length()).matches(QUERY_NAMES)) {
                queries.put(id.substring(start.length()), sql);
            }
        }
        return queries;
    }

    @ParameterizedTest
    @MethodSource("conversions")
    void goldenQueriesHaveTheSameResults(String conversion) throws Exception {
        String trace = conversion.substring(0, conversion.indexOf(' '));
        String format = conversion.substring(trace.length() + 1);
        Map<String, String> queries = queriesOf(trace);
        Path file = SharedData.file("traces/" + trace);
        Map<String, String> found = new RoundTripRunner(dir).differences(file, format, queries);
        Set<String> expected = new TreeSet<>();
        for (String line : RoundTripRunner.lines("golden_differences.txt")) {
            if (line.startsWith(conversion + " ")) {
                expected.addAll(List.of(line.substring(conversion.length() + 1, line.indexOf(": "))
                        .split(",")));
            }
        }
        assertEquals(expected, found.keySet(), () -> conversion + ": " + String.join("\n", texts(found)));
    }

    private static List<String> texts(Map<String, String> differences) {
        return differences.entrySet().stream()
                .map(d -> d.getKey() + ": " + d.getValue())
                .toList();
    }
}
