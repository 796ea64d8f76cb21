package traceglass.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonReadingStepsTest {

    private static String events(int count, String name) {
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < count; i++) {
            events.append(i == 0 ? "" : ",\n")
                    .append("{\"ph\":\"i\",\"pid\":1,\"tid\":1,\"ts\":" + i + ",\"name\":\"" + name + "\"}");
        }
        return events.toString();
    }

    private static void assertReads(int expected, String json) {
        JsonReadingSteps steps = new JsonReadingSteps(json.getBytes(StandardCharsets.US_ASCII));
        assertEquals(expected, steps.skipValues());
        assertEquals(expected, steps.readEvents());
    }

    @Test
    void bothStepsReadAllEvents() {
        String small = events(40_000, "work");
        assertReads(small.length(), "[" + small + "]");
        assertReads(small.length(), "{\"metadata\":[{}],\"traceEvents\" : [" + small + "],\"other\":[1]}");
        // An event may be longer than a chunk.
        String large = events(3, "x".repeat(3 << 20));
        assertReads(large.length(), "[" + large + "]");
    }

    @Test
    void bothStepsEndAtTheLastCompleteEvent() {
        String events = events(5, "work");
        assertReads(events.length(), "[" + events + ",\n{\"ph\":\"i\",\"na");
        assertReads(0, "{\"metadata\":[{}]}");
        assertReads(0, "");
    }
}
