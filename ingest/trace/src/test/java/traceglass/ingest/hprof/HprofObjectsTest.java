package traceglass.ingest.hprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class HprofObjectsTest {

    private static final int COUNT = 600_000;

    @Test
    void findsObjectsRegardlessOfTheirIds() throws Exception {
        Random random = new Random(7);
        List<LongUnaryOperator> kinds = List.of(
                i -> 0x7_0000_0000L + i * 24,
                i -> 0x7_0000_0000L - i * 16,
                i -> i + 1,
                i -> (i % 3) << 40 | i * 8,
                _ -> random.nextLong(),
                _ -> random.nextInt(COUNT) * 8L,
                i -> i % 1_000 == 0 ? random.nextLong() : i * 4,
                _ -> 5);
        for (int kind = 0; kind < kinds.size(); kind++) {
            check(kind, kinds.get(kind), random);
        }
    }

    private static void check(int kind, LongUnaryOperator ids, Random random) throws Exception {
        HprofObjects objects = new HprofObjects();
        Map<Long, Integer> expected = new HashMap<>();
        List<Integer> classes = new ArrayList<>();
        Set<Integer> repeated = new HashSet<>();
        for (int entry = 0; entry < COUNT; entry++) {
            long id = ids.applyAsLong(entry);
            int c = random.nextInt(entry < COUNT / 2 ? 100 : 100_000);
            boolean isClass = c % 64 == 0;
            objects.add(id, c, isClass);
            if (expected.putIfAbsent(id, classes.size()) == null) {
                classes.add(c);
            } else {
                repeated.add(entry);
            }
        }
        objects.add(-7, 1, true);
        objects.removeLast();
        objects.finish();
        assertEquals(classes.size(), objects.size(), "kind " + kind);
        expected.forEach((id, object) -> assertEquals(object, objects.find(id)));
        for (int i = 0; i < classes.size(); i++) {
            assertEquals(classes.get(i), objects.classOf(i));
            assertEquals(classes.get(i) % 64 == 0, objects.isClass(i));
        }
        for (int entry = 0; entry < COUNT; entry++) {
            assertEquals(repeated.contains(entry), objects.isRepeated(entry));
        }
        for (int i = 0; i < 100_000; i++) {
            long id = (i & 1) == 0 ? random.nextLong() : ids.applyAsLong(i) + random.nextInt(40) - 20;
            assertEquals(expected.getOrDefault(id, -1), objects.find(id));
        }
        assertFalse(objects.isClass(objects.size()));
    }

    @Test
    void keepsTheReferencesOfEachObject() {
        Random random = new Random(3);
        int count = 70_000;
        HprofReferences references = new HprofReferences(count);
        int[][] targets = new int[count][];
        for (int i = 0; i < count; i++) {
            references.begin();
            int length = i % 1_000 == 0 ? random.nextInt(2_000) : random.nextInt(5);
            targets[i] = new int[length];
            for (int r = 0; r < length; r++) {
                int target = random.nextInt(9) == 0
                        ? HprofReferences.MISSING
                        : random.nextBoolean() ? random.nextInt(count) : Math.max(0, i - random.nextInt(60));
                targets[i][r] = target;
                references.add(target, target >= 0 && target % 5 == 0);
            }
            references.end();
        }
        HprofReferences.Cursor cursor = references.cursor();
        for (int n = 0; n < 4 * count; n++) {
            int object = n < count ? n : random.nextInt(count);
            cursor.open(object);
            for (int target : targets[object]) {
                assertTrue(cursor.hasNext());
                assertEquals(target, cursor.next());
                assertEquals(target >= 0 && target % 5 == 0, cursor.isWeak());
            }
            assertFalse(cursor.hasNext());
        }
        assertTrue(references.bytes() < 4 * references.count());
    }
}
