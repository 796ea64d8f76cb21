package traceglass.ingest.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StreamHeadTest {

    private static StreamHead of(int bytes) {
        return new StreamHead(new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5, 6}), bytes);
    }

    @Test
    void endsAfterItsBytesWithAnyReadMethod() throws IOException {
        assertArrayEquals(new byte[] {1, 2, 3, 4}, of(4).readAllBytes());
        StreamHead head = of(2);
        assertEquals(1, head.read());
        assertEquals(1, head.available());
        assertEquals(2, head.read());
        assertEquals(-1, head.read());
        assertEquals(-1, head.read(new byte[3], 0, 3));
        StreamHead skipped = of(4);
        assertEquals(4, skipped.skip(6));
        assertEquals(-1, skipped.read());
    }

    @Test
    void endsWithTheShorterLimit() throws IOException {
        StreamHead head = of(9);
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6}, head.readAllBytes());
        assertEquals(-1, head.read());
    }
}
