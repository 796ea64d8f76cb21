package traceglass.sql.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GraphsTest {

    @Test
    void findsTheSameDominatorsAsRemovingNodes() {
        Random random = new Random(9);
        for (int round = 0; round < 200; round++) {
            LongRows edges = graph(random);
            LongRows out = new Graphs(edges).dominators(0);
            TreeMap<Long, Long> actual = new TreeMap<>();
            for (int i = 0; i < out.size(); i++) {
                actual.put(out.get(0, i), out.get(1, i));
            }
            if (edges.size() == 0 || !nodes(edges).contains(0L)) {
                assertEquals(0, out.size());
                continue;
            }
            Set<Long> reachable = reach(edges, 0, -1);
            assertEquals(reachable, new HashSet<>(actual.keySet()));
            for (long node : reachable) {
                // The strict dominators are those without which the node is unreachable; the immediate
                // one is dominated by all others.
                long immediate = LongRows.NULL;
                int max = -1;
                for (long d : reachable) {
                    boolean dominates =
                            d != node && (d == 0 || !reach(edges, 0, d).contains(node));
                    if (dominates) {
                        int above = 0;
                        for (long e : reachable) {
                            above += e != d && (e == 0 || !reach(edges, 0, e).contains(d)) ? 1 : 0;
                        }
                        if (above > max) {
                            max = above;
                            immediate = d;
                        }
                    }
                }
                assertEquals(
                        node == 0 ? LongRows.NULL : immediate, actual.get(node), "round " + round + ", node " + node);
            }
        }
    }

    @Test
    void walksOfAGraphWithoutEdgesReachOnlyTheirStarts() {
        LongRows edges = new LongRows(2);
        edges.add(1, LongRows.NULL);
        edges.add(2, LongRows.NULL);
        LongRows starts = new LongRows(1);
        starts.add(2);
        assertEquals(1, new Graphs(edges).depthFirst(starts).size());
        assertEquals(1, new Graphs(edges).breadthFirst(starts).size());
        assertEquals(0, new Graphs(new LongRows(2)).depthFirst(starts).size());
    }

    @Test
    void depthFirstAndBreadthFirstWalksReachTheSameNodes() {
        Random random = new Random(2);
        for (int round = 0; round < 200; round++) {
            LongRows edges = graph(random);
            LongRows starts = new LongRows(1);
            starts.add(0);
            for (LongRows out :
                    new LongRows[] {new Graphs(edges).depthFirst(starts), new Graphs(edges).breadthFirst(starts)}) {
                Set<Long> actual = new HashSet<>();
                for (int i = 0; i < out.size(); i++) {
                    actual.add(out.get(0, i));
                    assertEquals(
                            true,
                            i == 0 ? out.get(1, i) == LongRows.NULL : actual.contains(out.get(1, i)),
                            "a child comes before its parent");
                }
                assertEquals(edges.size() == 0 ? Set.of() : reach(edges, 0, -1), actual);
            }
        }
    }

    private static Set<Long> nodes(LongRows edges) {
        Set<Long> nodes = new HashSet<>();
        for (int i = 0; i < edges.size(); i++) {
            nodes.add(edges.get(0, i));
            nodes.add(edges.get(1, i));
        }
        return nodes;
    }

    /// Returns the nodes reachable from a node without passing the excluded one.
    private static Set<Long> reach(LongRows edges, long from, long excluded) {
        Set<Long> seen = new HashSet<>(Set.of(from));
        for (boolean isChanged = true; isChanged; ) {
            isChanged = false;
            for (int i = 0; i < edges.size(); i++) {
                boolean walks =
                        seen.contains(edges.get(0, i)) && edges.get(1, i) != excluded && edges.get(0, i) != excluded;
                isChanged |= walks && seen.add(edges.get(1, i));
            }
        }
        return seen;
    }

    private static LongRows graph(Random random) {
        LongRows edges = new LongRows(2);
        int nodes = 1 + random.nextInt(8);
        for (int n = random.nextInt(nodes * 2 + 1); n > 0; n--) {
            edges.add(random.nextInt(nodes), random.nextInt(nodes));
        }
        return edges;
    }
}
