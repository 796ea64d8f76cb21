package traceglass.store.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StringPoolTest {

    @Test
    void assignsOneDenseIdToEachString() {
        StringPool pool = new StringPool();
        Map<String, Integer> expected = new HashMap<>();
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            String s = "n" + random.nextInt(50_000) + (random.nextInt(10) == 0 ? "é€𝄞" : "");
            int id = pool.intern(s);
            assertEquals(expected.computeIfAbsent(s, x -> expected.size() + 1), id);
        }
        expected.forEach((s, id) -> {
            assertEquals(s, pool.get(id));
            assertEquals(id, pool.find(s));
        });
        assertEquals(expected.size() + 1, pool.size());
    }

    @Test
    void assignsTheSameIdToAStringAndItsBytes() {
        StringPool pool = new StringPool();
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            String s = "key." + random.nextInt(5_000);
            byte[] utf8 = s.getBytes(StandardCharsets.UTF_8);
            boolean bytesFirst = random.nextBoolean();
            int first = bytesFirst ? pool.intern(utf8, 0, utf8.length) : pool.intern(s);
            assertEquals(first, bytesFirst ? pool.intern(s) : pool.intern(utf8, 0, utf8.length));
            assertEquals(s, pool.get(first));
        }
    }

    @Test
    void distinguishesNullFromTheEmptyString() {
        StringPool pool = new StringPool();
        assertEquals(StringPool.NULL, pool.intern((String) null));
        assertNull(pool.get(StringPool.NULL));
        assertEquals("", pool.get(pool.intern("")));
    }

    @Test
    void aLookupContainsOnlyStringsAddedBeforeItsCreation() {
        StringPool pool = new StringPool();
        int before = pool.intern("before");
        StringPool.Lookup lookup = pool.lookup();
        int after = pool.intern("after");
        assertArrayEquals(utf8("before"), lookup.utf8(before));
        assertEquals(before, lookup.find(utf8("before"), 0, 6));
        assertNull(lookup.utf8(after));
        assertEquals(-1, lookup.find(utf8("after"), 0, 5));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
