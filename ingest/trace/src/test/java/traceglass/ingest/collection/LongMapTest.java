package traceglass.ingest.collection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongMapTest {

    @Test
    void behavesLikeAHashMap() {
        Random random = new Random(9);
        LongMap<String> map = new LongMap<>();
        Map<Long, String> expected = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            // Use few keys, so that they are often added, replaced and removed; some are far apart.
            long key = random.nextInt(200) * (random.nextBoolean() ? 1L : 1L << 40);
            switch (random.nextInt(3)) {
                case 0 -> assertEquals(expected.remove(key), map.remove(key));
                case 1 -> {
                    map.put(key, "v" + i);
                    expected.put(key, "v" + i);
                }
                default -> assertEquals(expected.get(key), map.get(key));
            }
            assertEquals(expected.size(), map.size());
        }
        Map<Long, String> seen = new HashMap<>();
        map.forEach(seen::put);
        assertEquals(expected, seen);
    }

    @Test
    void copiesAreIndependent() {
        LongMap<String> map = new LongMap<>();
        map.put(1, "one");
        LongMap<String> copy = new LongMap<>(map);
        copy.put(2, "two");
        copy.remove(1);
        assertEquals("one", map.get(1));
        assertNull(map.get(2));
    }
}
