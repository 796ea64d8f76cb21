package traceglass.render.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.StyledKind;

class LayoutTest {

    private static final RowHeights HEIGHTS = new RowHeights(1, true, _ -> 0, Set.of(), Map.of());

    private static TrackNode track(String key, TrackStyle style, String name, int depths) {
        return new TrackNode(key, new StyledKind(style, depths), name, "7", List.of(), "", "", false, List.of());
    }

    private static TrackNode group(String key, String name, TrackKind kind, TrackNode... children) {
        return new TrackNode(key, kind, name, "", List.of(), "", "process", false, List.of(children));
    }

    private final List<TrackNode> roots = List.of(
            group(
                    "cpus",
                    "CPUs",
                    TrackGroup.GROUP,
                    track("cpu0", TrackStyle.CPU, "CPU 0", 1),
                    track("cpu1", TrackStyle.CPU, "CPU 1", 1)),
            group(
                    "app",
                    "app",
                    TrackGroup.GROUP.withSummary(new ProcessSched(1)),
                    track("main.st", TrackStyle.STATES, "main", 1),
                    track("main.sl", TrackStyle.SLICES, "main", 4),
                    track("heap", TrackStyle.COUNTER, "Heap", 1)));

    private Layout layout(Set<String> open, String filter) {
        return Layout.of(roots, node -> open.contains(node.key()), TrackFilter.parse(filter), List.of(), HEIGHTS);
    }

    @Test
    void rowsHaveTheHeightsOfTheDesign() {
        Layout layout = layout(Set.of("cpus", "app"), "");
        assertEquals(
                List.of(26.0, 17.0, 17.0, 26.0, 18.0, 77.0, 36.0),
                layout.rows().stream().map(Row::height).toList());
        assertEquals(217, layout.height());
        assertTrue(layout.row("main.sl").hasShortLabel());
        assertFalse(layout.row("main.st").hasShortLabel());
    }

    @Test
    void closedGroupsShowASummaryIfTheyHaveOne() {
        Layout layout = layout(Set.of(), "");
        assertEquals(
                List.of(26.0, 34.0), layout.rows().stream().map(Row::height).toList());
        assertTrue(layout.row("app").isSummary());
        assertFalse(layout.row("cpus").isSummary());
        assertNull(layout.row("heap"));
    }

    @Test
    void findsTheRowAtAHeight() {
        Layout layout = layout(Set.of("cpus", "app"), "");
        for (double y = 0; y < layout.height(); y++) {
            Row row = layout.rows().get(layout.indexAt(y));
            assertTrue(row.y() <= y && y < row.bottom());
        }
        assertEquals(layout.rows().size(), layout.indexAt(layout.height()));
    }

    @Test
    void aFilterKeepsMatchesWithTheirGroupsAndOpensThem() {
        Layout layout = layout(Set.of(), "HEAP, cpu 1");
        assertEquals(
                List.of("cpus", "cpu1", "app", "heap"),
                layout.rows().stream().map(row -> row.node().key()).toList());
    }

    @Test
    void aMatchingGroupKeepsAllItsTracks() {
        assertEquals(
                List.of("app"),
                layout(Set.of(), "app").rows().stream()
                        .map(row -> row.node().key())
                        .toList());
        assertEquals(4, layout(Set.of("app"), "app").rows().size());
    }

    @Test
    void pinnedTracksShowTheirGroup() {
        Layout layout = Layout.of(roots, _ -> false, TrackFilter.ALL, List.of("main.sl", "gone", "heap"), HEIGHTS);
        assertEquals(
                List.of("main.sl", "heap"),
                layout.pinned().stream().map(row -> row.node().key()).toList());
        assertEquals("app", layout.pinned().getFirst().path());
        assertEquals(77, layout.pinned().get(1).y());
        assertEquals(40, layout.pinned().get(1).height());
    }

    @Test
    void loadedDataDeterminesTheNumberOfRows() {
        RowHeights heights = new RowHeights(1, true, key -> key.equals("main.sl") ? 2 : 0, Set.of(), Map.of("heap", 4));
        Layout layout = Layout.of(roots, _ -> true, TrackFilter.ALL, List.of(), heights);
        assertEquals(41, layout.row("main.sl").height());
        assertEquals(144, layout.row("heap").height());
    }

    @Test
    void laysOutThousandsOfTracks() {
        List<TrackNode> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(group(
                    "g" + i,
                    "g" + i,
                    TrackGroup.GROUP,
                    track("a" + i, TrackStyle.SLICES, "a", 3),
                    track("b" + i, TrackStyle.COUNTER, "b", 1),
                    track("c" + i, TrackStyle.STATES, "c", 1),
                    track("d" + i, TrackStyle.CPU, "d", 1)));
        }
        Layout layout = Layout.of(many, _ -> true, TrackFilter.ALL, List.of(), HEIGHTS);
        assertEquals(5000, layout.rows().size());
        assertEquals(
                "c999",
                layout.rows().get(layout.indexAt(layout.row("c999").y())).node().key());
    }
}
