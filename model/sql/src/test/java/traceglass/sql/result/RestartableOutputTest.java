package traceglass.sql.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RestartableOutputTest {
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private final RestartableOutput out = new RestartableOutput(seen);

    private static byte[] bytes(int n) {
        byte[] bytes = new byte[n];
        new Random(3).nextBytes(bytes);
        return bytes;
    }

    @Test
    void aShortResultIsRestartedInvisibly() throws IOException {
        out.begin();
        out.write(bytes(RestartableOutput.MAX_HELD_BYTES));
        assertEquals(0, seen.size());
        out.restart();
        out.write(new byte[] {1, 2, 3});
        out.end();
        assertArrayEquals(new byte[] {1, 2, 3}, seen.toByteArray());
    }

    @Test
    void aLongResultContinuesAfterEachRestart() throws IOException {
        byte[] all = bytes(5 * RestartableOutput.MAX_HELD_BYTES + 17);
        out.begin();
        for (int length : new int[] {
            2 * RestartableOutput.MAX_HELD_BYTES,
            RestartableOutput.MAX_HELD_BYTES / 2,
            RestartableOutput.MAX_HELD_BYTES + 5,
            4 * RestartableOutput.MAX_HELD_BYTES,
            3
        }) {
            out.write(all, 0, length);
            out.restart();
        }
        assertTrue(seen.size() > 2 * RestartableOutput.MAX_HELD_BYTES, "nothing was passed on");
        for (int at = 0; at < all.length; at += 1000) {
            out.write(all, at, Math.min(1000, all.length - at));
            out.row();
        }
        out.end();
        assertArrayEquals(all, seen.toByteArray());
        out.begin();
        out.write(7);
        out.end();
        assertEquals(all.length + 1, seen.size());
    }

    @Test
    void aLongResultThatChangesOnRestartIsAnError() throws IOException {
        byte[] all = bytes(3 * RestartableOutput.MAX_HELD_BYTES);
        out.begin();
        out.write(all);
        out.restart();
        all[100]++;
        assertThrows(IOException.class, () -> {
            out.write(all);
            out.end();
        });
        seen.reset();
        out.begin();
        out.write(all);
        out.restart();
        out.write(Arrays.copyOf(all, 10));
        assertThrows(IOException.class, out::end);
    }

    @Test
    void anAbandonedResultEndsWithACompleteRow() throws IOException {
        out.begin();
        out.write(bytes(100));
        out.row();
        out.abandon();
        assertEquals(0, seen.size());
        byte[] row = bytes(1000);
        out.begin();
        int rows = 2 * RestartableOutput.MAX_HELD_BYTES / row.length;
        for (int i = 0; i < rows; i++) {
            out.write(row);
            out.row();
        }
        out.write(row, 0, 500);
        out.abandon();
        assertEquals(rows * row.length, seen.size());
    }
}
