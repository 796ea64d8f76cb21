package traceglass.ingest.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AtraceMarkerTest {

    private final AtraceMarker marker = new AtraceMarker();

    /// Returns the parsed line as phase, pid, name, track and value, or its error.
    private String read(String line) {
        byte[] bytes = ("<<" + line + ">>").getBytes(StandardCharsets.UTF_8);
        AtraceMarker.Result result = marker.parse(bytes, 2, bytes.length - 4);
        if (result != AtraceMarker.Result.EVENT) {
            return result.name();
        }
        String name = new String(bytes, marker.nameOffset, marker.nameLength, StandardCharsets.UTF_8);
        String track = marker.trackLength == 0
                ? ""
                : new String(bytes, marker.trackOffset, marker.trackLength, StandardCharsets.UTF_8);
        return marker.phase + " " + marker.tgid + " '" + name + "' '" + track + "' " + marker.value;
    }

    @Test
    void readsAllFormsOfMarkers() {
        assertEquals("B 1636 'pokeUserActivity' '' 0", read("B|1636|pokeUserActivity\n"));
        assertEquals("B 1636 'a|b' '' 0", read("B|1636|a|b"));
        assertEquals("B 12 '' '' 0", read("B|12|"));
        assertEquals("E 1636 '' '' 0", read("E|1636"));
        assertEquals("E 0 '' '' 0", read("E"));
        assertEquals("C 3209 'Bytes-value' '' 17", read("C|3209|Bytes-value|17|Blob"));
        assertEquals("C 1 'n' '' -9223372036854775808", read("C|1|n|-9223372036854775808"));
        assertEquals("S 1 'frame' '' 123", read("S|1|frame|123"));
        assertEquals("F 1 'frame' '' 456", read("F|1|frame|456\u0000"));
        assertEquals("I 4820 'instant' '' 0", read("I|4820|instant"));
        assertEquals("N 1938 'name' 'track' 0", read("N|1938|track|name"));
        assertEquals("G 1339 'slice' 'track' 789", read("G|1339|track|slice|789"));
        assertEquals("H 6890 '' 'track' 135", read("H|6890|track|slice|135"));
        assertEquals("H 6890 '' 'track' 135", read("H|6890|track|135"));
    }

    @Test
    void rejectsIncompleteLines() {
        for (String line : new String[] {
            "",
            "|",
            "B",
            "B|x|name",
            "C|1||5",
            "C|1|name|",
            "C|1|name|5x",
            "S|1|name",
            "I|1|",
            "N|1|t|",
            "G|1|t|n|",
            "H|1|t|",
            "hello",
            "Z|1|a"
        }) {
            assertEquals("INVALID", read(line), line);
        }
    }

    @Test
    void recognizesClockSyncMarkersWithoutReadingThem() {
        assertEquals("CLOCK_SYNC", read("trace_event_clock_sync: parent_ts=10.5"));
    }

    @Test
    void numbersSaturateAsInC() {
        assertEquals("C 1 'n' '' 9223372036854775807", read("C|1|n|99999999999999999999999"));
        assertEquals("C 1 'n' '' -9223372036854775808", read("C|1|n|-99999999999999999999999"));
        assertEquals("C 1 'n' '' 5", read("C|1|n| +5"));
    }

    @Test
    void anyBytesAreReadWithoutAnException() {
        Random random = new Random(11);
        byte[] alphabet = "BEISFCNGH|0123456789- \nx".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(24)];
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] =
                        random.nextInt(20) == 0 ? (byte) random.nextInt() : alphabet[random.nextInt(alphabet.length)];
            }
            int offset = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
            assertNotNull(marker.parse(bytes, offset, bytes.length - offset));
        }
    }
}
