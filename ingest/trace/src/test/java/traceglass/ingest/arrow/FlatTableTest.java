package traceglass.ingest.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FlatTableTest {

    /// Returns a table whose field 0 is a string preceded by this length.
    private static FlatTable table(int length, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer b = ByteBuffer.allocate(24 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        b.putInt(0, 12);
        // Field offsets: the size of the offset table, the size of the table, the offset of field 0.
        b.putShort(4, (short) 6).putShort(6, (short) 8).putShort(8, (short) 4);
        b.putInt(12, 8).putInt(16, 4).putInt(20, length);
        b.position(24);
        b.put(bytes);
        return FlatTable.root(b.rewind(), 0);
    }

    @Test
    void readsStrings() {
        assertEquals("Größe", table(7, "Größe").text(0));
        assertEquals("Gr", table(2, "Größe").text(0));
        assertEquals("", table(0, "Größe").text(0));
        assertEquals("", table(1, "x").text(1));
    }

    @Test
    void truncatesStringsAtTheEndOfTheBytes() {
        assertEquals("abc", table(4, "abc").text(0));
        assertEquals("abc", table(Integer.MAX_VALUE, "abc").text(0));
        assertEquals("", table(-1, "abc").text(0));
    }
}
