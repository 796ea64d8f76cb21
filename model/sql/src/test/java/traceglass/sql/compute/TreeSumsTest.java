package traceglass.sql.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TreeSumsTest {

    @Test
    void sumsMatchWalksUpFromEveryNode() {
        Random random = new Random(8);
        for (int round = 0; round < 300; round++) {
            int n = 1 + random.nextInt(30);
            LongRows nodes = new LongRows(3);
            long[] expected = new long[n];
            int[] parents = new int[n];
            for (int i = 0; i < n; i++) {
                // Children may come before their parents, which have higher numbers.
                parents[i] = i == n - 1 || random.nextInt(5) == 0 ? -1 : i + 1 + random.nextInt(n - i - 1);
                nodes.add(i * 10L, parents[i] < 0 ? LongRows.NULL : parents[i] * 10L, i);
            }
            for (int i = 0; i < n; i++) {
                for (int node = i; node >= 0; node = parents[node]) {
                    expected[node] += i;
                }
            }
            LongRows sums = new TreeSums(nodes).sums();
            assertEquals(n, sums.size());
            for (int i = 0; i < n; i++) {
                assertEquals(expected[i], sums.get(3, i));
                assertEquals(parents[i] < 0 ? LongRows.NULL : parents[i] * 10L, sums.get(1, i));
            }
        }
    }

    @Test
    void ignoresCycles() {
        LongRows nodes = new LongRows(3);
        nodes.add(1, 2, 5);
        nodes.add(2, 1, 5);
        nodes.add(3, LongRows.NULL, 7);
        LongRows sums = new TreeSums(nodes).sums();
        assertEquals(1, sums.size());
        assertEquals(7, sums.get(3, 0));
    }

    @Test
    void objectsBelowAnObjectOfTheirClassShareItsPath() {
        LongRows objects = new LongRows(6);
        objects.add(0, LongRows.NULL, 1, 100, 5, 0);
        objects.add(1, 0, 1, 100, 6, 1);
        objects.add(2, 1, 1, 100, 7, 1);
        objects.add(3, 0, 1, 100, 7, 1);
        LongRows paths = ClassPaths.of(
                objects,
                Map.of(5L, "Root", 6L, "Node", 7L, "Node"),
                List.of(new String[] {"ROOT_JAVA_FRAME", ""}, new String[] {"", ""}));
        // Two classes with the same name, loaded by different loaders, are one.
        assertEquals(paths.get(1, 1), paths.get(1, 2));
        assertEquals(paths.get(1, 1), paths.get(1, 3));
        assertEquals(paths.get(1, 0), paths.get(2, 1));
        assertEquals(0, paths.get(2, 0));
    }

    @Test
    void aNodeWithoutItsParentIsARoot() {
        LongRows nodes = new LongRows(3);
        nodes.add(1, 99, 5);
        nodes.add(2, 1, 7);
        LongRows sums = new TreeSums(nodes).sums();
        assertEquals(LongRows.NULL, sums.get(1, 0));
        assertEquals(1, sums.get(2, 0));
        assertEquals(12, sums.get(3, 0));
        assertEquals(1, sums.get(1, 1));
    }
}
