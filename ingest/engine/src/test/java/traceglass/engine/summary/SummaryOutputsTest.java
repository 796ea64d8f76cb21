package traceglass.engine.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import traceglass.engine.EngineOptions;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.protos.processor.TraceSummary;

/// Compares the complete output for specifications, in the format of Perfetto's trace processor. The numbers were
/// computed by hand from the trace, and the format was checked with outputs of the reference.
class SummaryOutputsTest {

    /// Slices of 4, 6 and 1 µs on the thread "ui", and a slice of 20 µs on "io" that overlaps the first two.
    private static final String TRACE = """
            [{"ph": "M", "name": "process_name", "pid": 7, "args": {"name": "app"}},
             {"ph": "M", "name": "thread_name", "pid": 7, "tid": 8, "args": {"name": "ui"}},
             {"ph": "M", "name": "thread_name", "pid": 7, "tid": 9, "args": {"name": "io"}},
             {"ph": "X", "pid": 7, "tid": 8, "name": "draw", "ts": 1, "dur": 4},
             {"ph": "X", "pid": 7, "tid": 8, "name": "draw", "ts": 10, "dur": 6},
             {"ph": "X", "pid": 7, "tid": 8, "name": "load", "ts": 30, "dur": 1},
             {"ph": "X", "pid": 7, "tid": 9, "name": "draw", "ts": 3, "dur": 20}]\
            """;

    /// Returns the cases: a title, a specification, and its output, separated by `==` and `--`.
    private static Map<String, String[]> cases() throws IOException {
        try (InputStream in = SummaryOutputsTest.class.getResourceAsStream("summary_outputs.txt")) {
            assertNotNull(in);
            Map<String, String[]> cases = new LinkedHashMap<>();
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String part : text.split("(?m)^== ")) {
                if (!part.isEmpty()) {
                    int title = part.indexOf('\n');
                    String[] both = part.substring(title + 1).split("(?m)^--\n");
                    cases.put(part.substring(0, title), both);
                }
            }
            return cases;
        }
    }

    @Test
    void textAndBinaryOutputsMatchTheReference() throws Exception {
        List<String> seen = new ArrayList<>();
        try (TraceProcessor trace =
                        TraceProcessor.open(TRACE.getBytes(StandardCharsets.UTF_8), EngineOptions.temporary());
                QuerySession session = trace.newSession()) {
            for (Map.Entry<String, String[]> entry : cases().entrySet()) {
                String[] both = entry.getValue();
                TraceSummary summary =
                        Summaries.compute(session, new SummaryRequest(List.of(Summaries.parse(both[0])), null, null));
                assertEquals(both[1], SummaryText.of(summary), entry.getKey());
                TraceSummary.Builder expected = TraceSummary.newBuilder();
                TextFormat.merge(both[1], expected);
                assertEquals(expected.build(), TraceSummary.parseFrom(summary.toByteArray()), entry.getKey());
                seen.add(entry.getKey());
            }
        }
        assertEquals(12, seen.size());
    }
}
