package traceglass.spark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Creates small traces for tests.
final class SparkTraces {

    private static final String CTF_METADATA = """
        /* CTF 1.8 */
        typealias integer { size = 32; align = 8; } := uint32_t;
        typealias integer { size = 8; align = 8; } := uint8_t;
        trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint32_t magic; }; };
        clock { name = c; freq = 1000000000; };
        typealias integer { size = 32; align = 8; map = clock.c.value; } := time_t;
        stream {
            packet.context := struct { uint32_t content_size; uint32_t packet_size; };
            event.header := struct { uint8_t id; time_t timestamp; };
        };
        event { name = "one"; id = 1; fields := struct { uint32_t value; }; };
        """;

    private SparkTraces() {}

    /// Writes a CTF trace, which is a folder, with one event.
    static void writeCtf(Path folder, int value) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("metadata"), CTF_METADATA);
        ByteBuffer packet = ByteBuffer.allocate(21).order(ByteOrder.LITTLE_ENDIAN);
        packet.putInt(0xC1FC1FC1).putInt(21 * 8).putInt(21 * 8);
        packet.put((byte) 1).putInt(1000).putInt(value);
        Files.write(folder.resolve("channel"), packet.array());
    }

    /// Writes a JSON trace with a slice `work` that contains slices `inner`, on a thread of the process `app`.
    ///
    /// @param us duration of `work` in microseconds
    /// @param inner number of slices inside
    static Path write(Path folder, String name, int us, int inner) throws IOException {
        StringBuilder text = new StringBuilder("""
            [{"ph": "M", "pid": 7, "tid": 7, "name": "process_name", "args": {"name": "app"}},
             {"ph": "X", "pid": 7, "tid": 7, "name": "work", "ts": 100, "dur": %d, "args": {"n": 3}}\
            """.formatted(us));
        for (int i = 0; i < inner; i++) {
            text.append(
                    ",\n {\"ph\": \"X\", \"pid\": 7, \"tid\": 7, \"name\": \"inner\", \"cat\": \"c\", \"ts\": %d, \"dur\": 1}"
                            .formatted(101 + 2 * i));
        }
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, text.append("]").toString().getBytes(StandardCharsets.UTF_8));
    }
}
