package traceglass.service.probe.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LineCursorTest {

    private static LineCursor cursor(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new LineCursor().set(bytes, bytes.length);
    }

    @Test
    void iteratesOverLinesAndWords() {
        LineCursor cursor = cursor("one  -2\tthree\n\n4kB 18446744073709551615");
        assertTrue(cursor.nextLine());
        assertTrue(cursor.nextWord());
        assertEquals("one", cursor.text());
        assertEquals(-2, cursor.nextNumber());
        assertTrue(cursor.nextWord());
        assertTrue(cursor.wordEquals("three".getBytes(StandardCharsets.UTF_8)));
        assertFalse(cursor.nextWord());
        assertTrue(cursor.nextLine());
        assertFalse(cursor.nextWord());
        assertTrue(cursor.nextLine());
        assertEquals(4, cursor.nextNumber());
        assertEquals(-1, cursor.nextNumber());
        assertFalse(cursor.nextLine());
    }

    @Test
    void separatesKeysAndTheRestOfTheLine() {
        LineCursor cursor = cursor("Name:\ta b: c\nno key\n");
        assertTrue(cursor.nextLine());
        assertTrue(cursor.nextKey());
        assertEquals("Name", cursor.text());
        cursor.moveToRest();
        assertEquals("a b: c", cursor.text());
        assertTrue(cursor.nextLine());
        assertFalse(cursor.nextKey());
        assertFalse(cursor.nextLine());
        assertFalse(cursor("").nextLine());
    }

    @Test
    void findsKeysInBytes() {
        KeyTable table = new KeyTable(Map.of("nr_free_pages", 3, "nr_free", 4, "x", 5));
        LineCursor cursor = cursor("nr_free nr_free_pages nr_ x xx");
        cursor.nextLine();
        int[] matches = new int[5];
        for (int i = 0; cursor.nextWord(); i++) {
            matches[i] = table.find(cursor);
        }
        assertEquals("[4, 3, 0, 5, 0]", Arrays.toString(matches));
    }

    @Test
    void buildsPathsFromStringsAndNumbers() {
        PathBytes path = new PathBytes();
        path.set("/proc/".getBytes(StandardCharsets.UTF_8))
                .add(4_194_304L)
                .add("/x".repeat(300).getBytes(StandardCharsets.UTF_8));
        assertEquals("/proc/4194304" + "/x".repeat(300), new String(path.toByteArray(), StandardCharsets.UTF_8));
        assertEquals("0", new String(path.set(new byte[0]).add(0).toByteArray(), StandardCharsets.UTF_8));
    }
}
