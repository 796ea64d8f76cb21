package traceglass.app.panel.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FlameTreeTest {

    /// Lines `a;b;c 3` as a tree; the module of a frame is its first letter.
    private static FlameTree tree(String... lines) {
        FlameTree.Builder b = new FlameTree.Builder();
        for (String line : lines) {
            int space = line.lastIndexOf(' ');
            int at = 0;
            for (String frame : line.substring(0, space).split(";")) {
                at = b.child(at, frame, frame.substring(0, 1));
            }
            b.add(at, Long.parseLong(line.substring(space + 1)));
        }
        return b.build();
    }

    private static String sorted(FlameTree tree) {
        String[] lines = tree.collapsed().split("\n");
        Arrays.sort(lines);
        return String.join("\n", lines);
    }

    @Test
    void addsUpWhatIsBelow() {
        FlameTree t = tree("a;b 3", "a;c 1", "a;b 2", "d 4", "a 1");
        assertEquals(11, t.total(0));
        int[] top = t.children(0);
        assertEquals("a", t.name(top[0]));
        assertEquals(7, t.total(top[0]));
        assertEquals(1, t.self(top[0]));
        assertEquals("b", t.name(t.children(top[0])[0]));
        assertEquals("a 1\na;b 5\na;c 1\nd 4", sorted(t));
    }

    @Test
    void readsFromTheLeaves() {
        FlameTree t = tree("main;a;lock 3", "main;b;lock 2", "main;b 1").bottomUp();
        assertEquals("lock", t.name(t.children(0)[0]));
        assertEquals(5, t.total(t.children(0)[0]));
        assertEquals("b;main 1\nlock;a;main 3\nlock;b;main 2", sorted(t));
    }

    @Test
    void hidesFramesAndKeepsWhatTheyTook() {
        FlameTree t = tree("main;wrap;a 3", "main;a 2", "main;wrap 1");
        assertEquals("main 1\nmain;a 5", sorted(t.without(i -> false).without(i -> "wrap".equals(tree("main;wrap;a 3", "main;a 2", "main;wrap 1").name(i)))));
    }

    @Test
    void keepsOnlyStacksWithAFrame() {
        FlameTree t = tree("main;a;x 3", "main;b 2", "main;a 1", "main 7");
        assertEquals("main;a 1\nmain;a;x 3", sorted(t.stacksWith(i -> t.name(i).equals("a"))));
        assertEquals(4, t.sum(i -> t.name(i).equals("a") || t.name(i).equals("x")));
    }

    @Test
    void putsFramesOfOneModuleTogether() {
        assertEquals("l 3\nl;k 4", sorted(tree("l1;l2 3", "l1;l3;k 4").byModule()));
    }

    /// Against sums over random stacks: nothing is lost or counted twice by any of the ways to look at it.
    @Test
    void keepsTheSumInEveryView() {
        Random random = new Random(5);
        for (int round = 0; round < 50; round++) {
            TreeMap<String, Long> stacks = new TreeMap<>();
            for (int i = 0; i < 60; i++) {
                StringBuilder s = new StringBuilder();
                for (int d = random.nextInt(8); d >= 0; d--) {
                    s.append(s.isEmpty() ? "" : ";").append((char) ('a' + random.nextInt(5))).append(random.nextInt(2));
                }
                stacks.merge(s.toString(), (long) random.nextInt(9), Long::sum);
            }
            FlameTree t = tree(stacks.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toArray(String[]::new));
            long all = stacks.values().stream().mapToLong(Long::longValue).sum();
            assertEquals(all, t.total(0));
            assertEquals(all, t.bottomUp().total(0));
            assertEquals(all, t.byModule().total(0));
            assertEquals(all, t.without(i -> t.name(i).startsWith("a")).total(0));
            long withB = stacks.entrySet().stream().filter(e -> (";" + e.getKey()).contains(";b0")).mapToLong(java.util.Map.Entry::getValue).sum();
            assertEquals(withB, t.stacksWith(i -> t.name(i).equals("b0")).total(0));
            assertEquals(withB, t.sum(i -> t.name(i).equals("b0")));
        }
    }

    @Test
    void laysFramesOutWithinTheirParents() {
        FlameTree t = tree("a;b 600", "a;c 300", "d 99", "e 1");
        FlameLayout all = FlameLayout.of(t, 0, 1000);
        assertEquals(3, all.rows());
        FlameLayout.Box a = all.at(10, 25);
        assertEquals("a", t.name(a.node()));
        assertEquals(900, a.width());
        assertEquals("c", t.name(all.at(700, 45).node()));
        assertNull(all.at(950, 45));
        FlameLayout.Box rest = all.at(999.5, 25);
        assertEquals(-1, rest.node());
        FlameLayout focused = FlameLayout.of(t, a.node(), 1000);
        assertEquals(1000, focused.at(500, 25).width());
        assertEquals(1000.0 * 2 / 3, focused.at(10, 45).width(), 1e-9);
        assertTrue(FlameLayout.of(FlameTree.EMPTY, 0, 100).rows() == 1);
    }
}
