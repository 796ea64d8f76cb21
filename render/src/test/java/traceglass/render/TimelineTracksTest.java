package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TrackState;
import traceglass.render.layout.Row;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Tests user operations on tracks: opening, hiding, moving, pinning, renaming and filtering.
class TimelineTracksTest extends TimelineFixture {

    @Test
    void aClickOnAGroupOpensAndClosesIt() throws Exception {
        Row row = view.model.layout().row("process/1");
        assertTrue(row.isSummary());
        FxTest.run(() -> view.tracks().reveal("process/1"));
        FxTest.awaitIdle(view);
        double y = view.model.geometry().tracksTop()
                + view.model.layout().row("process/1").y()
                - view.scrollY()
                + 8;
        click(60, y, 1);
        assertTrue(view.tracks().isExpanded("process/1"));
        FxTest.awaitIdle(view);
        assertTrue(view.tracks().rowKeys().contains("slices/1/0"));
        click(
                60,
                view.model.geometry().tracksTop()
                        + view.model.layout().row("process/1").y()
                        - view.scrollY()
                        + 8,
                1);
        assertFalse(view.tracks().isExpanded("process/1"));
    }

    @Test
    void anUpdatedTreeKeepsTheUsersChanges() throws Exception {
        FxTest.run(() -> {
            view.tracks().expand("process/2");
            view.tracks().setPinned("counter/0", true);
            view.scrollTo(120);
        });
        FxTest.awaitIdle(view);
        Viewport before = view.viewport();
        double scroll = view.scrollY();
        List<TrackNode> fewer = trace.roots.subList(0, 4);
        FxTest.run(() -> view.updateTrace(
                fewer, new TimeSpan(trace.bounds.start(), trace.bounds.end() + 1_000_000_000L), trace));
        FxTest.awaitIdle(view);
        assertTrue(view.tracks().isExpanded("process/2"));
        assertTrue(view.tracks().isPinned("counter/0"));
        assertEquals(scroll, view.scrollY());
        assertEquals(before, view.viewport());
        assertFalse(view.tracks().rowKeys().contains("process/3"));
    }

    @Test
    void theFilterKeepsOnlyMatches() throws Exception {
        FxTest.run(() -> view.tracks().setFilter("heap"));
        assertEquals(
                List.of(
                        "process/0",
                        "counter/0",
                        "process/1",
                        "counter/1",
                        "process/2",
                        "counter/2",
                        "process/3",
                        "counter/3"),
                FxTest.call(view.tracks()::rowKeys));
        FxTest.run(() -> view.tracks().setFilter(""));
        assertTrue(FxTest.call(view.tracks()::rowKeys).contains("cpu_sched/0"));
    }

    @Test
    void aFailedTrackIsRetriedWhenItIsClicked() throws Exception {
        trace.loadErrors.put("counter/1", "counter has no rows");
        FxTest.run(() -> {
            view.tracks().collapse("cpus");
            view.tracks().collapse("process/0");
            view.tracks().expand("process/1");
        });
        FxTest.awaitIdle(view);
        assertEquals(
                "counter has no rows", view.model.frames().entry("counter/1").error());
        trace.loadErrors.clear();
        double y = view.model.geometry().tracksTop()
                + view.model.layout().row("counter/1").y()
                - view.scrollY()
                + 10;
        click(500, y, 1);
        FxTest.awaitIdle(view);
        assertNull(view.model.frames().entry("counter/1").error());
        assertNotNull(view.model.frames().entry("counter/1").frame());
    }

    @Test
    void countersCanBeEnlargedAndTracksPinned() throws Exception {
        FxTest.run(() -> {
            view.tracks().expand("process/0");
            view.tracks().setPinned("counter/0", true);
        });
        FxTest.awaitIdle(view);
        assertEquals(List.of("counter/0"), view.tracks().pinned());
        double before = view.model.layout().row("counter/0").height();
        FxTest.run(() -> view.tracks().setCounterFactor("counter/0", 4));
        FxTest.awaitIdle(view);
        assertEquals(4 * before, view.model.layout().row("counter/0").height());
    }

    @Test
    void pinningAGroupWithoutSummaryPinsItsTracks() throws Exception {
        String group = view.tracks()
                .nodes(n -> n.isGroup() && !n.hasSummary())
                .getFirst()
                .key();
        List<String> tracks = view.tracks().node(group).children().stream()
                .map(TrackNode::key)
                .toList();
        FxTest.run(() -> view.tracks().setPinned(group, true));
        FxTest.awaitIdle(view);
        assertEquals(tracks, view.tracks().pinned());
        assertTrue(view.tracks().isPinned(group));
        FxTest.run(() -> view.tracks().setPinned(group, false));
        assertEquals(List.of(), view.tracks().pinned());
        assertFalse(view.tracks().isPinned(group));
    }

    @Test
    void restoringAPinnedGroupPinsItsTracks() throws Exception {
        TrackNode group =
                view.tracks().nodes(n -> n.isGroup() && !n.hasSummary()).getFirst();
        List<String> tracks = group.children().stream().map(TrackNode::key).toList();
        TrackState saved = new TrackState(
                Map.of(), List.of(group.key()), Set.of(), Map.of(), Map.of(), Set.of(), Map.of(), Map.of(), "");
        FxTest.run(() -> view.tracks().restore(saved));
        FxTest.awaitIdle(view);
        assertEquals(
                tracks,
                view.model.layout().pinned().stream().map(r -> r.node().key()).toList());
        assertEquals(tracks, view.tracks().pinned());
    }

    @Test
    void hiddenTracksHaveNoRowUntilShownAgain() throws Exception {
        FxTest.run(() -> view.tracks().expand("process/0"));
        List<String> before = view.tracks().rowKeys();
        FxTest.run(() -> view.tracks().setHidden("counter/0", true));
        assertFalse(view.tracks().rowKeys().contains("counter/0"));
        assertEquals(1, view.tracks().hiddenCount());
        FxTest.run(() -> view.tracks().showHidden());
        assertEquals(before, view.tracks().rowKeys());
    }

    @Test
    void tracksCanBeMovedAndRenamed() throws Exception {
        List<String> before = FxTest.call(() -> {
            view.tracks().collapseAll();
            return view.tracks().rowKeys();
        });
        String last = before.getLast();
        FxTest.run(() -> {
            view.tracks().move(last, before.getFirst());
            view.tracks().rename(last, "  mine ");
        });
        assertEquals(last, FxTest.call(() -> view.tracks().rowKeys()).getFirst());
        assertEquals("mine", view.tracks().node(last).name());
        var arrangement = FxTest.call(() -> view.tracks().state());
        FxTest.run(() -> view.tracks().resetArrangement());
        assertEquals(before, FxTest.call(() -> view.tracks().rowKeys()));
        FxTest.run(() -> view.tracks().restore(arrangement));
        assertEquals(last, FxTest.call(() -> view.tracks().rowKeys()).getFirst(), "the saved state is not restored");
        assertEquals("mine", view.tracks().node(last).name());
    }

    @Test
    void aRowDraggedByItsLabelMovesToTheDropPosition() throws Exception {
        List<String> before = FxTest.call(() -> {
            view.tracks().collapseAll();
            return view.tracks().rowKeys();
        });
        Row last = FxTest.call(() -> view.model.layout().row(before.getLast()));
        double top = view.model.geometry().tracksTop();
        double from = top + last.y() + 8;
        FxTest.run(() -> {
            fireMouseEvent(MouseEvent.MOUSE_MOVED, 120, from, 0, false);
            fireMouseEvent(MouseEvent.MOUSE_PRESSED, 120, from, 1, false);
            fireMouseEvent(MouseEvent.MOUSE_DRAGGED, 120, from - 4, 1, false);
            fireMouseEvent(MouseEvent.MOUSE_DRAGGED, 120, top + 3, 1, false);
            fireMouseEvent(MouseEvent.MOUSE_RELEASED, 120, top + 3, 1, false);
        });
        FxTest.awaitIdle(view);
        List<String> after = FxTest.call(() -> view.tracks().rowKeys());
        assertEquals(before.getLast(), after.getFirst());
        assertEquals(before.size(), after.size());
    }

    @Test
    void groupsOpenToTheGivenDepth() throws Exception {
        FxTest.run(() -> view.tracks().expandTo(0));
        int closed = view.tracks().rowKeys().size();
        FxTest.run(() -> view.tracks().expandTo(1));
        assertTrue(view.tracks().rowKeys().size() > closed);
        assertTrue(view.tracks().isExpanded("process/0"));
    }

    @Test
    void rowsHaveNamesForAssistiveTechnology() throws Exception {
        List<String> names = accessibleNames();
        assertTrue(names.contains("CPU 0"), names.toString());
        assertTrue(names.stream().anyMatch(name -> name.endsWith("expanded group")), names.toString());
    }

    private List<String> accessibleNames() throws Exception {
        return FxTest.call(() -> view.lookupAll(".tg-track-name").stream()
                .filter(Node::isVisible)
                .map(Node::getAccessibleText)
                .toList());
    }

    @Test
    void pinnedRowsHaveNamesForAssistiveTechnologyWithTheirGroups() throws Exception {
        String key = FxTest.call(() -> view.tracks().rowKeys().stream()
                .filter(k -> view.tracks().node(k).name().equals("CPU 0"))
                .findFirst()
                .orElseThrow());
        FxTest.run(() -> view.tracks().setPinned(key, true));
        FxTest.awaitIdle(view);
        String path = FxTest.call(() -> view.model.layout().pinned().getFirst().path());
        assertEquals("CPU 0, pinned, " + path, accessibleNames().getFirst());
        Node first = FxTest.call(() -> view.lookup(".tg-track-name"));
        assertEquals(view.model.geometry().headerHeight(), first.getLayoutY());
        FxTest.run(() -> view.tracks().unpinAll());
        FxTest.awaitIdle(view);
        assertTrue(accessibleNames().stream().noneMatch(name -> name.contains("pinned")));
    }
}
