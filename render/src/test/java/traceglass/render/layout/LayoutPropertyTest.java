package traceglass.render.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.processes.ProcessGroup;
import traceglass.analysis.sched.CpuTrack;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;

/// Compares layouts of random trees with a simple reference implementation.
class LayoutPropertyTest {

    private static final String[] NAMES = {"main", "render", "worker", "binder", "heap", "io"};
    private int created;

    private TrackNode tree(Random random, int depth) {
        String name = NAMES[random.nextInt(NAMES.length)];
        String key = "n" + created++;
        if (depth == 0 || random.nextInt(3) == 0) {
            TrackKind kind = random.nextBoolean()
                    ? new SliceTrack(List.of((long) created), 1 + random.nextInt(4))
                    : new CounterTrack(created, "");
            return TrackNode.of(key, kind, name);
        }
        List<TrackNode> children = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            children.add(tree(random, depth - 1));
        }
        TrackKind kind =
                random.nextBoolean() ? TrackGroup.GROUP : TrackGroup.GROUP.withSummary(new ProcessSched(created));
        return new TrackNode(key, kind, name, "", List.of(), "", "", false, children);
    }

    /// Returns whether a node has a row for a search term, which may be null: it, an ancestor or a descendant matches.
    private static boolean hasRow(TrackNode node, boolean ancestorMatches, String term) {
        return term == null
                || ancestorMatches
                || node.name().contains(term)
                || node.children().stream().anyMatch(c -> hasRow(c, false, term));
    }

    private static void collectExpected(
            List<TrackNode> nodes,
            boolean ancestorMatches,
            String term,
            Set<String> open,
            List<String> rows,
            Map<String, String> parents,
            String parent) {
        for (TrackNode node : nodes) {
            boolean matches = ancestorMatches || term != null && node.name().contains(term);
            if (!hasRow(node, ancestorMatches, term)) {
                continue;
            }
            rows.add(node.key());
            parents.put(node.key(), parent);
            // During a search, groups that contain a match and do not match themselves are open.
            boolean isOpen = term == null || matches ? open.contains(node.key()) : true;
            if (node.isGroup() && isOpen) {
                collectExpected(node.children(), matches, term, open, rows, parents, node.key());
            }
        }
    }

    private static void collectKeys(List<TrackNode> nodes, List<TrackNode> into) {
        for (TrackNode node : nodes) {
            into.add(node);
            collectKeys(node.children(), into);
        }
    }

    @Test
    void agreesWithTheReferenceLayout() {
        Random random = new Random(11);
        for (int round = 0; round < 400; round++) {
            created = 0;
            List<TrackNode> roots = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                roots.add(tree(random, 3));
            }
            List<TrackNode> nodes = new ArrayList<>();
            collectKeys(roots, nodes);
            Set<String> open = new HashSet<>();
            List<String> pinned = new ArrayList<>();
            for (TrackNode node : nodes) {
                if (random.nextBoolean()) {
                    open.add(node.key());
                }
                if (random.nextInt(8) == 0) {
                    pinned.add(node.key());
                }
            }
            pinned.add("missing");
            String term = random.nextBoolean() ? null : NAMES[random.nextInt(NAMES.length)];
            RowHeights heights = new RowHeights(1, true, key -> 0, Set.of(), Map.of());
            Layout layout = Layout.of(
                    roots,
                    node -> open.contains(node.key()),
                    TrackFilter.parse(term == null ? "" : term),
                    pinned,
                    heights);

            List<String> rows = new ArrayList<>();
            Map<String, String> parents = new HashMap<>();
            collectExpected(roots, false, term, open, rows, parents, null);
            assertEquals(rows, layout.rows().stream().map(r -> r.node().key()).toList());
            assertStacked(layout, parents);
            assertIndexAtHeights(layout, random);
            pinned.removeLast();
            assertEquals(
                    pinned,
                    layout.pinned().stream().map(r -> r.node().key()).toList(),
                    "pins are not in the order in which they were pinned");
            assertNull(layout.row("missing"));
        }
    }

    /// Asserts that rows follow each other without gaps, and that each refers to its group.
    private static void assertStacked(Layout layout, Map<String, String> parents) {
        double y = 0;
        for (Row row : layout.rows()) {
            assertEquals(y, row.y(), "rows leave gaps or overlap");
            String parent = parents.get(row.node().key());
            if (parent == null) {
                assertEquals(-1, row.parent());
                assertEquals(0, row.level());
            } else {
                Row group = layout.rows().get(row.parent());
                assertEquals(parent, group.node().key());
                assertEquals(group.level() + 1, row.level());
            }
            y = row.bottom();
        }
        assertEquals(y, layout.height());
    }

    /// Asserts that the row at a height is the one that a linear search finds.
    private static void assertIndexAtHeights(Layout layout, Random random) {
        for (int i = 0; i < 20; i++) {
            double at = random.nextDouble() * (layout.height() + 20) - 5;
            int linear = 0;
            while (linear < layout.rows().size() && layout.rows().get(linear).bottom() <= at) {
                linear++;
            }
            assertEquals(linear, layout.indexAt(at));
        }
    }

    @Test
    void filteredTreeEqualsRowsWithAllGroupsOpen() {
        Random random = new Random(5);
        RowHeights heights = new RowHeights(1, true, key -> 0, Set.of(), Map.of());
        for (int round = 0; round < 300; round++) {
            created = 0;
            List<TrackNode> roots = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                roots.add(tree(random, 3));
            }
            TrackFilter filter = TrackFilter.parse(NAMES[random.nextInt(NAMES.length)]
                    + (random.nextBoolean() ? "" : ", " + NAMES[random.nextInt(NAMES.length)]));
            List<String> filteredRows = Layout.of(roots, node -> true, filter, List.of(), heights).rows().stream()
                    .map(r -> r.node().key())
                    .toList();
            List<String> rowsOfFilteredTree =
                    Layout.of(filter.matching(roots), node -> true, TrackFilter.ALL, List.of(), heights).rows().stream()
                            .map(r -> r.node().key())
                            .toList();
            assertEquals(filteredRows, rowsOfFilteredTree);
        }
    }

    @Test
    void filtersByProcessThreadAndCategory() {
        TrackNode state = new TrackNode(
                "thread_state/1", new ThreadStates(1), "RenderThread", "12", List.of(), "", "", false, List.of());
        TrackNode slices = new TrackNode(
                "track/1", new SliceTrack(List.of(1L)), "RenderThread", "12", List.of(), "", "", false, List.of());
        TrackNode other = new TrackNode(
                "track/2", new SliceTrack(List.of(2L)), "worker", "13", List.of(), "", "", false, List.of());
        TrackNode counter =
                new TrackNode("track/3", new CounterTrack(3, ""), "heap", "", List.of(), "", "", false, List.of());
        TrackNode app = new TrackNode(
                "process/1",
                new ProcessGroup(1, null),
                "app",
                "10",
                List.of(),
                "",
                "",
                false,
                List.of(state, slices, other, counter));
        TrackNode cpus = new TrackNode(
                "cpus",
                TrackGroup.GROUP,
                "CPUs",
                "",
                List.of(),
                "",
                "",
                true,
                List.of(new TrackNode("cpu/0", new CpuTrack(0, 0), "CPU 0", "", List.of(), "", "", false, List.of())));
        assertEquals(
                List.of("process/1", "thread_state/1", "track/1", "track/2", "track/3"),
                rows(List.of(cpus, app), "process:app"));
        assertEquals(List.of("process/1", "thread_state/1", "track/1"), rows(List.of(cpus, app), "thread:render"));
        assertEquals(List.of("process/1", "track/2"), rows(List.of(cpus, app), "category:gfx"));
        assertEquals(List.of("process/1", "track/3"), rows(List.of(cpus, app), "process:app, heap"));
        assertEquals(
                List.of("cpus", "cpu/0", "process/1"),
                rows(List.of(cpus, app), "process:"),
                "an incomplete term is ignored");
    }

    private static List<String> rows(List<TrackNode> roots, String filter) {
        return Layout.of(
                        roots,
                        TrackNode::isExpanded,
                        TrackFilter.parse(filter, Map.of("gfx", Set.of(2L))),
                        List.of(),
                        new RowHeights(1, true, key -> 0, Set.of(), Map.of()))
                .rows()
                .stream()
                .map(r -> r.node().key())
                .toList();
    }
}
