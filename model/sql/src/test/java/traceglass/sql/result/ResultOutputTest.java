package traceglass.sql.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResultOutputTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ResultOutput out = new ResultOutput(written);

    private static byte[] bytes(int n) {
        byte[] bytes = new byte[n];
        new Random(3).nextBytes(bytes);
        return bytes;
    }

    @Test
    void theBeginningOfAResultIsBuffered() throws IOException {
        out.begin();
        out.write(bytes(ResultOutput.MAX_HELD_BYTES));
        assertEquals(0, written.size());
        out.end();
        assertArrayEquals(bytes(ResultOutput.MAX_HELD_BYTES), written.toByteArray());
    }

    @Test
    void aLongResultIsWrittenAsItArrives() throws IOException {
        byte[] all = bytes(5 * ResultOutput.MAX_HELD_BYTES + 17);
        out.begin();
        for (int at = 0; at < all.length; at += 1000) {
            out.write(all, at, Math.min(1000, all.length - at));
            out.row();
        }
        assertTrue(written.size() > 2 * ResultOutput.MAX_HELD_BYTES, "nothing was written before the end");
        out.end();
        assertArrayEquals(all, written.toByteArray());
        out.begin();
        out.write(7);
        out.end();
        assertEquals(all.length + 1, written.size());
    }

    @Test
    void anAbandonedResultEndsWithACompleteRow() throws IOException {
        out.begin();
        out.write(bytes(100));
        out.row();
        out.abandon();
        assertEquals(0, written.size());
        byte[] row = bytes(1000);
        out.begin();
        int rows = 2 * ResultOutput.MAX_HELD_BYTES / row.length;
        for (int i = 0; i < rows; i++) {
            out.write(row);
            out.row();
        }
        out.write(row, 0, 500);
        out.abandon();
        assertEquals(rows * row.length, written.size());
    }
}
