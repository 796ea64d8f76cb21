package traceglass.sql.operators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import traceglass.sql.compute.LongRows;
import traceglass.sql.compute.PathHashes;
import traceglass.sql.compute.TreeFlattening;
import traceglass.sql.compute.TreePartition;
import traceglass.sql.session.SyntheticSession;

class TreeOperatorsTest {

    @Test
    void partitionFindsTheNearestAncestorInTheGroup() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            int n = 1 + random.nextInt(30);
            LongRows tree = new LongRows(3);
            for (int i = 0; i < n; i++) {
                tree.add(i * 7L, i == 0 ? LongRows.NULL : random.nextInt(i) * 7L, random.nextInt(4));
            }
            LongRows out = TreePartition.byGroup(tree);
            assertEquals(n, out.size());
            for (int i = 0; i < n; i++) {
                int row = (int) (out.get(0, i) / 7);
                long expected = tree.get(1, row);
                while (expected != LongRows.NULL && tree.get(2, (int) (expected / 7)) != tree.get(2, row)) {
                    expected = tree.get(1, (int) (expected / 7));
                }
                assertEquals(expected, out.get(1, i));
                assertEquals(tree.get(2, row), out.get(2, i));
            }
        }
    }

    @Test
    void flatteningKeepsTheDeepestInterval() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            LongRows nodes = new LongRows(4);
            int roots = 1 + random.nextInt(3);
            for (int r = 0; r < roots; r++) {
                addSubtree(nodes, LongRows.NULL, r * 100L, r * 100L + 1 + random.nextInt(60), random);
            }
            LongRows out = TreeFlattening.flatten(nodes);
            Map<Long, TreeMap<Long, Long>> actual = new HashMap<>();
            for (int i = 0; i < out.size(); i++) {
                for (long t = out.get(2, i); t < out.get(2, i) + out.get(3, i); t++) {
                    assertNull(
                            actual.computeIfAbsent(out.get(0, i), k -> new TreeMap<>())
                                    .put(t, out.get(1, i)),
                            "two pieces at " + t);
                }
            }
            for (int i = 0; i < nodes.size(); i++) {
                if (nodes.get(1, i) == LongRows.NULL) {
                    TreeMap<Long, Long> expected = new TreeMap<>();
                    markTimes(nodes, i, expected);
                    assertEquals(expected, actual.getOrDefault(nodes.get(0, i), new TreeMap<>()));
                }
            }
        }
    }

    /// Adds an interval and consecutive intervals inside it.
    private static void addSubtree(LongRows nodes, long parent, long from, long to, Random random) {
        long id = nodes.size();
        nodes.add(id, parent, from, to - from);
        long next = from;
        while (next < to && random.nextInt(3) > 0) {
            long start = next + random.nextInt((int) (to - next));
            long end = start + random.nextInt((int) (to - start) + 1);
            addSubtree(nodes, id, start, end, random);
            next = Math.max(end, next + 1);
        }
    }

    /// Maps each time in an interval to the id of the deepest interval that contains it.
    private static void markTimes(LongRows nodes, int row, Map<Long, Long> times) {
        for (long t = nodes.get(2, row); t < nodes.get(2, row) + nodes.get(3, row); t++) {
            times.put(t, nodes.get(0, row));
        }
        for (int i = row + 1; i < nodes.size(); i++) {
            if (nodes.get(1, i) == nodes.get(0, row)) {
                markTimes(nodes, i, times);
            }
        }
    }

    @Test
    void flatteningTerminatesOnCycles() {
        LongRows nodes = new LongRows(4);
        nodes.add(1, 2, 0, 10);
        nodes.add(2, 1, 0, 10);
        nodes.add(3, 3, 0, 10);
        assertEquals(2, TreeFlattening.flatten(nodes).size());
        assertEquals(3, PathHashes.of(nodes).size());
    }

    @Test
    void aPathHashIsTheHashOfItsValuesAsText() throws Exception {
        LongRows nodes = new LongRows(3);
        nodes.add(7, LongRows.NULL, -5);
        nodes.add(8, 7, 20);
        nodes.add(9, 8, 3);
        LongRows out = PathHashes.of(nodes);
        try (SyntheticSession sql = new SyntheticSession()) {
            assertEquals(
                    sql.rows("SELECT hash('-5')") + " " + sql.rows("SELECT hash('20|-5')") + " "
                            + sql.rows("SELECT hash('3|-5|20')"),
                    out.get(1, 0) + " " + out.get(1, 1) + " " + out.get(1, 2));
        }
    }

    @Test
    void pathsOfEqualValuesHaveEqualHashes() {
        Random random = new Random(8);
        for (int round = 0; round < 100; round++) {
            int n = 2 + random.nextInt(40);
            List<long[]> nodes = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                nodes.add(new long[] {
                    i, i == 0 || random.nextInt(6) == 0 ? LongRows.NULL : random.nextInt(i), random.nextInt(3)
                });
            }
            Map<Long, String> paths = new HashMap<>();
            for (long[] node : nodes) {
                paths.put(node[0], (node[1] == LongRows.NULL ? "" : paths.get(node[1])) + "/" + node[2]);
            }
            Collections.shuffle(nodes, random);
            LongRows rows = new LongRows(3);
            nodes.forEach(rows::add);
            LongRows out = PathHashes.of(rows);
            Map<String, Long> hashes = new HashMap<>();
            for (int i = 0; i < n; i++) {
                String path = paths.get(out.get(0, i));
                Long before = hashes.putIfAbsent(path, out.get(1, i));
                assertEquals(before == null ? out.get(1, i) : before, out.get(1, i));
                String parent = path.substring(0, path.lastIndexOf('/'));
                assertEquals(parent.isEmpty(), out.get(2, i) == 0);
            }
            assertEquals(hashes.size(), hashes.values().stream().distinct().count());
            hashes.values().forEach(h -> assertNotEquals(0, h));
        }
    }
}
