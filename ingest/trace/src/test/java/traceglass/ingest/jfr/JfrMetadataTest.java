package traceglass.ingest.jfr;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class JfrMetadataTest {

    /// Returns metadata with nested elements that all have the same name.
    private static JfrCursor nested(int levels) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // Three numbers, and one string.
        out.writeBytes(new byte[] {0, 0, 0, 1, JfrCursor.STRING_UTF8, 1, 'a'});
        for (int i = 1; i <= levels; i++) {
            // Name, attributes, children.
            out.writeBytes(new byte[] {0, 0, (byte) (i < levels ? 1 : 0)});
        }
        JfrCursor cursor = new JfrCursor(MemorySegment.ofArray(out.toByteArray()), true);
        cursor.set(0, out.size());
        return cursor;
    }

    @Test
    void limitsTheDepthOfElements() {
        assertDoesNotThrow(() -> new JfrMetadata(nested(17)));
        JfrFormatException damage = assertThrows(JfrFormatException.class, () -> new JfrMetadata(nested(18)));
        assertEquals("the metadata is nested too deeply", damage.getMessage());
        assertThrows(JfrFormatException.class, () -> new JfrMetadata(nested(100_000)));
    }
}
