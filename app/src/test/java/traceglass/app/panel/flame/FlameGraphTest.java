package traceglass.app.panel.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.panel.flame.shape.FlameBoxes;
import traceglass.app.panel.flame.shape.FlameSvg;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;

class FlameGraphTest {

    /// Builds a tree from lines such as `a;b;c 3`; the module of a frame is its first letter.
    private static FlameGraph tree(String... lines) {
        return new FlameGraph(frames(lines), 0, -1);
    }

    private static FlameFrames frames(String... lines) {
        FlameFrames.Builder b = new FlameFrames.Builder(1);
        for (String line : lines) {
            int space = line.lastIndexOf(' ');
            int at = 0;
            for (String frame : line.substring(0, space).split(";")) {
                at = b.getOrAddChild(at, frame, frame.substring(0, 1));
            }
            b.add(at, 0, Long.parseLong(line.substring(space + 1)));
        }
        return b.build();
    }

    private static FlameGraph view(FlameFrames frames, FlameFilters.View view, String... filters) {
        return new FlameGraph(
                FlameFilters.apply(
                        frames,
                        Stream.of(filters)
                                .flatMap(f -> FlameFilter.parse(f).stream())
                                .toList(),
                        view),
                0,
                -1);
    }

    private static String sorted(FlameGraph tree) {
        String[] lines = tree.collapsed().split("\n");
        Arrays.sort(lines);
        return String.join("\n", lines);
    }

    @Test
    void addsValuesOfDescendants() {
        FlameGraph t = tree("a;b 3", "a;c 1", "a;b 2", "d 4", "a 1");
        assertEquals(11, t.total(0));
        int[] top = t.children(0);
        assertEquals("a", t.name(top[0]));
        assertEquals(7, t.total(top[0]));
        assertEquals(1, t.self(top[0]));
        assertEquals("b", t.name(t.children(top[0])[0]));
        assertEquals("a 1\na;b 5\na;c 1\nd 4", sorted(t));
    }

    @Test
    void buildsBottomUpTrees() {
        FlameGraph t = view(frames("main;a;lock 3", "main;b;lock 2", "main;b 1"), FlameFilters.View.BOTTOM_UP);
        assertEquals("lock", t.name(t.children(0)[0]));
        assertEquals(5, t.total(t.children(0)[0]));
        assertEquals("b;main 1\nlock;a;main 3\nlock;b;main 2", sorted(t));
    }

    @Test
    void hidesFramesAndKeepsTheirValues() {
        FlameGraph t = view(frames("main;wrap;a 3", "main;a 2", "main;wrap 1"), FlameFilters.View.TOP_DOWN, "HF: wrap");
        assertEquals("main 1\nmain;a 5", sorted(t));
    }

    @Test
    void keepsOnlyStacksWithAFrame() {
        FlameGraph t = tree("main;a;x 3", "main;b 2", "main;a 1", "main 7");
        assertEquals(
                "main;a 1\nmain;a;x 3",
                sorted(view(
                        frames("main;a;x 3", "main;b 2", "main;a 1", "main 7"),
                        FlameFilters.View.TOP_DOWN,
                        "SS: /^a$/")));
        assertEquals(4, t.sum(i -> t.name(i).equals("a") || t.name(i).equals("x")));
    }

    @Test
    void mergesFramesOfTheSameModule() {
        assertEquals("l 3\nl;k 4", sorted(view(frames("l1;l2 3", "l1;l3;k 4"), FlameFilters.View.BY_MODULE)));
    }

    /// Compares with sums over random stacks: no view loses or double-counts values.
    @Test
    void preservesTheSumInEachView() {
        Random random = new Random(5);
        for (int round = 0; round < 50; round++) {
            TreeMap<String, Long> stacks = new TreeMap<>();
            for (int i = 0; i < 60; i++) {
                StringBuilder s = new StringBuilder();
                for (int d = random.nextInt(8); d >= 0; d--) {
                    s.append(s.isEmpty() ? "" : ";")
                            .append((char) ('a' + random.nextInt(5)))
                            .append(random.nextInt(2));
                }
                stacks.merge(s.toString(), (long) random.nextInt(9), Long::sum);
            }
            FlameGraph t = tree(stacks.entrySet().stream()
                    .map(e -> e.getKey() + " " + e.getValue())
                    .toArray(String[]::new));
            long all = stacks.values().stream().mapToLong(Long::longValue).sum();
            assertEquals(all, t.total(0));
            FlameFrames f = frames(stacks.entrySet().stream()
                    .map(e -> e.getKey() + " " + e.getValue())
                    .toArray(String[]::new));
            assertEquals(all, view(f, FlameFilters.View.BOTTOM_UP).total(0));
            assertEquals(all, view(f, FlameFilters.View.BY_MODULE).total(0));
            // A stack that consists only of hidden frames has no caller to which its value is added.
            long callers = stacks.entrySet().stream()
                    .filter(e -> Stream.of(e.getKey().split(";")).anyMatch(n -> !n.startsWith("a")))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            long hidden = stacks.entrySet().stream()
                    .filter(e -> hasOnlyHiddenFrames(e.getKey()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            assertEquals(
                    callers, view(f, FlameFilters.View.TOP_DOWN, "HF: /^a/").total(0));
            assertEquals(all, callers + hidden);
            long totalWithB = stacks.entrySet().stream()
                    .filter(e -> (";" + e.getKey()).contains(";b0"))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            assertEquals(
                    totalWithB, view(f, FlameFilters.View.TOP_DOWN, "SS: b0").total(0));
            assertEquals(
                    totalWithB, view(f, FlameFilters.View.BOTTOM_UP, "SS: b0").total(0));
            assertEquals(
                    all - totalWithB,
                    view(f, FlameFilters.View.TOP_DOWN, "HS: b0").total(0));
            assertEquals(totalWithB, t.sum(i -> t.name(i).equals("b0")));
            FlameGraph pivot = view(f, FlameFilters.View.TOP_DOWN, "P: b0");
            assertEquals(totalWithB, pivot.total(0));
            assertEquals(
                    totalWithB, view(f, FlameFilters.View.TOP_DOWN, "SFF: b0").total(0));
            long above = 0;
            for (int i = 1; i < pivot.size(); i++) {
                above += pivot.isUpward(i) && pivot.parent(i) == 0 ? pivot.total(i) : 0;
            }
            assertEquals(totalWithB, above);
        }
    }

    private static boolean hasOnlyHiddenFrames(String stack) {
        return Stream.of(stack.split(";")).allMatch(n -> n.startsWith("a"));
    }

    @Test
    void placesFramesWithinTheirParents() {
        FlameGraph t = tree("a;b 600", "a;c 300", "d 99", "e 1");
        FlameBoxes all = FlameBoxes.of(t, 0, 1000);
        assertEquals(3, all.rows());
        FlameBoxes.Box a = all.boxAt(10, 25);
        assertEquals("a", t.name(a.node()));
        assertEquals(900, a.width());
        assertEquals("c", t.name(all.boxAt(700, 45).node()));
        assertNull(all.boxAt(950, 45));
        FlameBoxes.Box rest = all.boxAt(999.5, 25);
        assertEquals(-1, rest.node());
        FlameBoxes focused = FlameBoxes.of(t, a.node(), 1000);
        assertEquals(1000, focused.boxAt(500, 25).width());
        assertEquals(1000.0 * 2 / 3, focused.boxAt(10, 45).width(), 1e-9);
        assertTrue(FlameBoxes.of(FlameGraph.EMPTY, 0, 100).rows() == 1);
    }

    @Test
    void picturesHaveTheExactValues() {
        FlameMeasure time = new FlameMeasure("time", "CPU \"time\"", FlameMeasure.Unit.NANOSECONDS);
        Palette palette = Palette.of(Theme.LIGHT);
        FlameGraph t = tree("a;b<int> 1234567", "a;c 1000000", "d 3000000");
        String all = FlameSvg.of(t, 0, palette, false, time);
        assertTrue(all.contains(" data-measure=\"CPU &quot;time&quot;\" data-unit=\"nanoseconds\">"), all);
        assertTrue(all.contains("<g data-value=\"5234567\" data-total=\"true\"><title>"), all);
        assertTrue(all.contains("<g data-value=\"1234567\"><title>b&lt;int&gt;\n"), all);
        int c = IntStream.range(0, t.size())
                .filter(i -> t.name(i).equals("c"))
                .findFirst()
                .orElseThrow();
        String focused = FlameSvg.of(t, c, palette, false, time);
        assertTrue(focused.contains("<g data-value=\"1000000\" data-total=\"true\"><title>"), focused);
        FlameGraph pivot = view(frames("main;a;x;y 60", "main;b;x 40"), FlameFilters.View.TOP_DOWN, "Pivot: x");
        String both = FlameSvg.of(pivot, 0, palette, false, time);
        assertTrue(!both.contains("data-measure"), both);
    }

    @Test
    void placesCallersAboveTheRootOfAPivot() {
        FlameGraph t = view(frames("main;a;x;y 60", "main;b;x 40", "main 100"), FlameFilters.View.TOP_DOWN, "Pivot: x");
        assertEquals(100, t.total(0));
        FlameBoxes layout = FlameBoxes.of(t, 0, 1000);
        // Rows: main; a and b; x; the root; x; y.
        assertEquals(6, layout.rows());
        assertEquals("main", t.name(layout.boxAt(10, 5).node()));
        assertEquals(0, layout.boxAt(10, 65).node());
        assertEquals("x", t.name(layout.boxAt(10, 85).node()));
        assertEquals("y", t.name(layout.boxAt(10, 105).node()));
        assertEquals(600, layout.boxAt(10, 25).width());
        assertNull(layout.boxAt(700, 105));
    }

    @Test
    void computesTheDifferenceOfTwoSelections() {
        Random random = new Random(8);
        for (int round = 0; round < 30; round++) {
            TreeMap<String, long[]> stacks = new TreeMap<>();
            for (int i = 0; i < 80; i++) {
                StringBuilder s = new StringBuilder("r");
                for (int d = random.nextInt(5); d >= 0; d--) {
                    s.append(';').append((char) ('a' + random.nextInt(3)));
                }
                stacks.computeIfAbsent(s.toString(), k -> new long[2])[random.nextInt(2)] += 1 + random.nextInt(5);
            }
            FlameFrames a = frames(stacks.entrySet().stream()
                    .filter(e -> e.getValue()[0] > 0)
                    .map(e -> e.getKey() + " " + e.getValue()[0])
                    .toArray(String[]::new));
            FlameFrames b = frames(stacks.entrySet().stream()
                    .filter(e -> e.getValue()[1] > 0)
                    .map(e -> e.getKey() + " " + e.getValue()[1])
                    .toArray(String[]::new));
            FlameGraph t = new FlameGraph(FlameFrames.difference(a, 0, b, 0, false), 1, 0);
            for (int i = 1; i < t.size(); i++) {
                String path = String.join(";", t.path(i));
                long before = 0;
                long after = 0;
                for (Map.Entry<String, long[]> e : stacks.entrySet()) {
                    if ((e.getKey() + ";").startsWith(path + ";")) {
                        before += e.getValue()[0];
                        after += e.getValue()[1];
                    }
                }
                assertEquals(before, t.baseTotal(i), path);
                assertEquals(after, t.total(i), path);
                assertEquals(after - before, t.delta(i), path);
            }
            String[] lines = t.collapsed().split("\n");
            assertEquals(stacks.size(), lines.length);
            for (String line : lines) {
                String[] parts = line.split(" ");
                assertEquals(stacks.get(parts[0])[0], Long.parseLong(parts[1]));
                assertEquals(stacks.get(parts[0])[1], Long.parseLong(parts[2]));
            }
        }
    }
}
