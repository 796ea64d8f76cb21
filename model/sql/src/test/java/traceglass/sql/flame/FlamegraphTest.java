package traceglass.sql.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import traceglass.sql.flame.FlameConfig.View;

class FlamegraphTest {

    private static final int ROUNDS = 300;

    private final Random random = new Random(6);

    private FlameTree tree() {
        int n = 1 + random.nextInt(40);
        int[] parents = new int[n];
        FlameColumn name = new FlameColumn("name", FlameColumn.Kind.TEXT, n);
        FlameColumn value = new FlameColumn("value", FlameColumn.Kind.LONG, n);
        for (int i = 0; i < n; i++) {
            parents[i] = i == 0 || random.nextInt(6) == 0 ? -1 : random.nextInt(i);
            name.set(i, String.valueOf((char) ('a' + random.nextInt(4))));
            value.set(i, (long) random.nextInt(5));
        }
        return new FlameTree(parents, List.of(name, value));
    }

    private static FlameConfig config(View view, String pattern, String show, String hideStack, String hideFrame) {
        return new FlameConfig(
                view,
                pattern == null ? null : Pattern.compile(pattern),
                List.of(),
                List.of("value"),
                patterns(show),
                patterns(hideStack),
                patterns(hideFrame),
                List.of());
    }

    private static List<Pattern> patterns(String pattern) {
        return pattern == null ? List.of() : List.of(Pattern.compile(pattern));
    }

    /// Returns the names from a row's outermost caller to itself, without hidden frames.
    private static List<String> stack(FlameTree tree, int row, String hidden) {
        List<String> out = new ArrayList<>();
        for (int at = row; at >= 0; at = tree.parents()[at]) {
            String name = tree.column("name").text(at);
            if (hidden == null || !name.matches(hidden)) {
                out.addFirst(name);
            }
        }
        return out;
    }

    /// Returns the graph's weight of each path of names.
    private static Map<String, Long> weights(FlameTree tree, Flamegraph graph, boolean down) {
        Map<String, Long> out = new TreeMap<>();
        List<String> paths = new ArrayList<>();
        for (Flamegraph.Node n : graph.nodes()) {
            String path = (n.parent() < 0 ? "" : paths.get(n.parent()))
                    + tree.column("name").text(n.row());
            paths.add(path);
            if (n.depth() > 0 == down) {
                out.merge(path, graph.cumulative().getFirst().longValue(n.source()), Long::sum);
            }
        }
        return out;
    }

    @Test
    void topDownWeightsMatchACountOfEveryStack() {
        for (int round = 0; round < ROUNDS; round++) {
            FlameTree tree = tree();
            String hidden = random.nextBoolean() ? "b" : null;
            boolean show = random.nextBoolean();
            Flamegraph graph = new Flamegraph(
                    tree, config(View.TOP_DOWN, null, show ? "c" : null, random.nextBoolean() ? "d" : null, hidden));
            boolean noD = !graph.nodes().stream()
                    .anyMatch(n -> tree.column("name").text(n.row()).equals("d"));
            Map<String, Long> expected = new TreeMap<>();
            for (int row = 0; row < tree.size(); row++) {
                List<String> stack = stack(tree, row, hidden);
                if (show && !stack.contains("c") || noD && stack.contains("d")) {
                    continue;
                }
                StringBuilder path = new StringBuilder();
                for (String name : stack) {
                    path.append(name);
                    expected.merge(path.toString(), tree.column("value").longValue(row), Long::sum);
                }
            }
            expected.values().removeIf(w -> w == 0);
            assertEquals(expected, weights(tree, graph, true), "round " + round);
        }
    }

    @Test
    void bottomUpWeightsMatchACountOfEveryStack() {
        for (int round = 0; round < ROUNDS; round++) {
            FlameTree tree = tree();
            String hidden = random.nextBoolean() ? "b" : null;
            Flamegraph graph = new Flamegraph(tree, config(View.BOTTOM_UP, null, null, null, hidden));
            Map<String, Long> expected = new TreeMap<>();
            for (int row = 0; row < tree.size(); row++) {
                StringBuilder path = new StringBuilder();
                for (String name : stack(tree, row, hidden).reversed()) {
                    path.append(name);
                    expected.merge(path.toString(), tree.column("value").longValue(row), Long::sum);
                }
            }
            expected.values().removeIf(w -> w == 0);
            assertEquals(expected, weights(tree, graph, false), "round " + round);
        }
    }

    @Test
    void callersAndCalleesOfMatchingFramesHaveEqualWeights() {
        for (int round = 0; round < ROUNDS; round++) {
            FlameTree tree = tree();
            Flamegraph graph = new Flamegraph(tree, config(View.PIVOT, "c", null, null, null));
            long downward = 0;
            long upward = 0;
            for (Flamegraph.Node n : graph.nodes()) {
                if (n.parent() < 0) {
                    downward += n.depth() > 0 ? graph.cumulative().getFirst().longValue(n.source()) : 0;
                    upward += n.depth() < 0 ? graph.cumulative().getFirst().longValue(n.source()) : 0;
                    assertEquals("c", tree.column("name").text(n.row()));
                }
            }
            assertEquals(downward, upward, "round " + round);
        }
    }

    @Test
    void laysOutSiblingsWithoutGapsOrOverlaps() {
        for (int round = 0; round < ROUNDS; round++) {
            FlameTree tree = tree();
            Flamegraph graph = new Flamegraph(tree, config(View.TOP_DOWN, null, null, null, null));
            List<FlameLayout.Box> places = FlameLayout.of(graph, 0);
            assertEquals(graph.nodes().size(), places.size());
            double[] next = new double[places.size()];
            double nextRoot = 0;
            double[] widthBefore = new double[places.size()];
            for (int i = 0; i < places.size(); i++) {
                FlameLayout.Box p = places.get(i);
                double width = graph.cumulative()
                        .getFirst()
                        .number(graph.nodes().get(p.node()).source());
                next[i] = p.start();
                widthBefore[i] = Double.MAX_VALUE;
                if (p.parent() < 0) {
                    assertEquals(nextRoot, p.start());
                    nextRoot += width;
                } else {
                    assertEquals(next[p.parent()], p.start());
                    assertTrue(width <= widthBefore[p.parent()], "the widest comes first");
                    widthBefore[p.parent()] = width;
                    next[p.parent()] += width;
                }
            }
        }
    }

    @Test
    void rejectsInputThatIsNotATree() {
        assertEquals("tree: duplicate id", message(new long[] {1, 1}, new Long[] {null, null}));
        assertEquals("tree: parent_id not found in id column", message(new long[] {1}, new Long[] {7L}));
        assertEquals("tree: cycle detected in parent relation", message(new long[] {1, 2}, new Long[] {2L, 1L}));
    }

    private static String message(long[] ids, Long[] parents) {
        return assertThrows(IllegalArgumentException.class, () -> FlameTree.parentsFirst(ids, parents))
                .getMessage();
    }
}
