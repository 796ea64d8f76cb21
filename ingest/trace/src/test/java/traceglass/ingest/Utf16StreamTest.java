package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class Utf16StreamTest {

    private static Utf16Stream stream(String text) {
        // With a byte order mark.
        return new Utf16Stream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_16)), true);
    }

    private static String read(String text) throws IOException {
        return new String(stream(text).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void readsSurrogatePairsThatStraddleBuffers() throws IOException {
        for (int length = 8190; length < 8194; length++) {
            String text = "x".repeat(length) + "😀ä".repeat(5000) + "end";
            assertEquals(text, read(text), length + " characters before");
        }
    }

    @Test
    void replacesALoneSurrogateAtTheEnd() throws IOException {
        byte[] bytes = {(byte) 0xfe, (byte) 0xff, 0, 'a', (byte) 0xd8, 0x3d};
        try (Utf16Stream in = new Utf16Stream(new ByteArrayInputStream(bytes), true)) {
            String read = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(read.startsWith("a") && read.length() == 2, read);
        }
    }

    @Test
    void recognizesTextWithoutAByteOrderMark() throws IOException {
        String text = "2024-08-20 15:25:30\r\nFull thread dump\r\n";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_16LE);
        assertTrue(Utf16Stream.isUnmarked(bytes));
        assertFalse(Utf16Stream.isUnmarked(text.getBytes(StandardCharsets.UTF_8)));
        assertFalse(Utf16Stream.isUnmarked(new byte[100]));
        try (Utf16Stream in = new Utf16Stream(new ByteArrayInputStream(bytes), false)) {
            assertEquals(text, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void readsSingleBytesAndNone() throws IOException {
        try (Utf16Stream in = stream("aé")) {
            byte[] two = new byte[2];
            assertEquals(0, in.read(two, 0, 0));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (int b; (b = in.read()) >= 0; ) {
                out.write(b);
            }
            assertEquals("aé", out.toString(StandardCharsets.UTF_8));
            assertEquals(-1, in.read(two, 0, 2));
        }
    }

    @Test
    void supportsBothByteOrders() {
        assertTrue(Utf16Stream.isMarked(new byte[] {(byte) 0xff, (byte) 0xfe, '{', 0}));
        assertTrue(Utf16Stream.isMarked(new byte[] {(byte) 0xfe, (byte) 0xff, 0, '{'}));
        assertFalse(Utf16Stream.isMarked(new byte[] {(byte) 0xfe, (byte) 0xff, '{', 0}));
        assertFalse(Utf16Stream.isMarked(new byte[] {(byte) 0xff, (byte) 0xfe, '{'}));
    }
}
