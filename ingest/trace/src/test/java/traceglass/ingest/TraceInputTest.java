package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.fuzz.DamagedFile;

class TraceInputTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                TraceInput.MAX_HEAD_BYTES - 3,
                TraceInput.MAX_HEAD_BYTES,
                TraceInput.MAX_HEAD_BYTES + 1,
                3 * TraceInput.MAX_HEAD_BYTES
            })
    void dropsTheByteOrderMark(int length) throws Exception {
        String text = "x".repeat(length);
        for (String start : new String[] {"", "\uFEFF"}) {
            try (TraceInput input =
                    new TraceInput("test", new ByteArrayInputStream(bytes(start + text)), new ImportProgress())) {
                assertEquals(Math.min(length, TraceInput.MAX_HEAD_BYTES), input.head().length);
                assertArrayEquals(bytes(text), input.asStream().readAllBytes());
            }
        }
    }

    /// The shell of Windows adds the mark to the output of programs.
    @Test
    void recognizesTextWithAByteOrderMark() throws Exception {
        assertEquals(
                "thread_dump", DamagedFile.type(bytes("\uFEFFFull thread dump OpenJDK (21):\n\n\"a\" #1 prio=5\n")));
        assertEquals("collapsed_stack", DamagedFile.type(bytes("\uFEFFmain;run 3\n")));
        assertEquals("system_log", DamagedFile.type(bytes("\uFEFF[    0.000000] Linux version\n")));
    }
}
