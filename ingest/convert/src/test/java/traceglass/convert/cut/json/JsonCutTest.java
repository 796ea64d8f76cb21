package traceglass.convert.cut.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.cut.TraceCut;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;

class JsonCutTest {

    private static final String EVENTS = """
            {"ph":"M","name":"process_name","pid":1,"args":{"name":"server"}},
            {"ph":"B","name":"outer","pid":1,"tid":2,"ts":10},
            {"ph":"B","name":"done","pid":1,"tid":2,"ts":20},
            {"ph":"E","pid":1,"tid":2,"ts":30},
            {"ph":"X","name":"long","pid":1,"tid":3,"ts":40.5,"dur":100},
            {"ph":"C","name":"load","pid":1,"ts":50,"args":{"v":1}},
            {"ph":"C","name":"load","pid":1,"ts":60,"args":{"v":2}},
            {"ph":"b","cat":"net","name":"get","id":"0x1","pid":1,"tid":2,"ts":70},
            {"ph":"i","name":"in","pid":1,"tid":2,"ts":110,"args":{"deep":[1,{"a":null}]}},
            {"ph":"E","pid":1,"tid":2,"ts":120},
            {"ph":"e","cat":"net","id":"0x1","pid":1,"tid":2,"ts":130},
            {"ph":"i","name":"after","pid":1,"tid":2,"ts":200}""";

    @TempDir
    Path dir;

    private String cut(String text, long startUs, long endUs, boolean isAbsolute) throws Exception {
        Path file = Files.writeString(dir.resolve("trace.json"), text);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TraceCut.Range range = new TraceCut.Range(startUs * 1000, endUs * 1000, isAbsolute);
        assertEquals("", TraceCut.run(file, range, out, new ImportProgress()));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void keepsTheRangeAndTheEventsInEffectAtItsStart() throws Exception {
        String expected = """
                {"traceEvents":[
                {"ph":"M","name":"process_name","pid":1,"args":{"name":"server"}},
                {"ph":"B","name":"outer","pid":1,"tid":2,"ts":100},
                {"ph":"X","name":"long","pid":1,"tid":3,"ts":100,"dur":40.5},
                {"ph":"C","name":"load","pid":1,"args":{"v":2},"ts":100},
                {"ph":"b","cat":"net","name":"get","id":"0x1","pid":1,"tid":2,"ts":100},
                {"ph":"i","name":"in","pid":1,"tid":2,"args":{"deep":[1,{"a":null}]},"ts":110},
                {"ph":"E","pid":1,"tid":2,"ts":120},
                {"ph":"e","cat":"net","id":"0x1","pid":1,"tid":2,"ts":130}
                ],
                "displayTimeUnit":"ns",
                "otherData":{"version":[1,2]}}
                """;
        String other = ",\"displayTimeUnit\":\"ns\",\"otherData\":{\"version\":[1,2]}}";
        assertEquals(expected, cut("{\"traceEvents\":[" + EVENTS + "]" + other, 100, 150, true));
        assertEquals(expected, cut("{\"traceEvents\":[" + EVENTS + "]" + other, 90, 140, false));
    }

    @Test
    void anArrayWithoutAnEndIsTruncatedAsWell() throws Exception {
        assertEquals("""
                {"traceEvents":[
                {"ph":"M","name":"process_name","pid":1,"args":{"name":"server"}},
                {"ph":"C","name":"load","pid":1,"args":{"v":2},"ts":190},
                {"ph":"i","name":"after","pid":1,"tid":2,"ts":200}
                ]}
                """, cut("[" + EVENTS, 190, 300, true));
    }

    @Test
    void reportsARangeWithoutEvents() {
        ConvertProblem problem =
                assertThrows(ConvertProblem.class, () -> cut("[" + EVENTS + "]", 1_000_000, 2_000_000, false));
        assertEquals("no events in this range; the trace begins at @10000ns and lasts 190.0 µs", problem.getMessage());
    }
}
