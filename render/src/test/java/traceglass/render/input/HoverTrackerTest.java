package traceglass.render.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.Hover;
import traceglass.store.time.TimeSpan;

/// Tests the pointer over a timeline without a window.
class HoverTrackerTest {

    private final WindowlessTimeline timeline = new WindowlessTimeline();
    private final HoverTracker hoverTracker = timeline.controllers.hoverTracker();

    @Test
    void theTimeUnderThePointerIsReportedOnlyOverTheTracksAndTheAxis() {
        hoverTracker.onMoved(timeline.x(2_450), timeline.y("a"));
        assertEquals(2_450, timeline.time);
        hoverTracker.onMoved(50, timeline.y("a"));
        assertNull(timeline.time);
        hoverTracker.onMoved(timeline.x(2_450), timeline.model.geometry().axisTop() + 5);
        assertEquals(2_450, timeline.time);
        hoverTracker.onMoved(timeline.x(2_450), 5);
        assertNull(timeline.time, "the minimap shows other times");
        hoverTracker.onMoved(timeline.x(2_450), timeline.y("a"));
        hoverTracker.onExited();
        assertNull(timeline.time);
        assertEquals(Hover.NONE, timeline.model.pointer().hover());
    }

    @Test
    void theTooltipOfAnEventAppearsAfterADelayAndChangesAtOnce() {
        hoverTracker.onMoved(timeline.x(2_450), timeline.y("a"));
        assertNull(timeline.tooltip);
        timeline.runDelayedActions();
        assertEquals("x", timeline.tooltip.name());
        String first = timeline.tooltip.numbers();
        hoverTracker.onMoved(timeline.x(2_650), timeline.y("a"));
        assertFalse(first.equals(timeline.tooltip.numbers()), "still the tooltip of the other event");
        hoverTracker.onMoved(timeline.x(2_750), timeline.y("a"));
        assertNull(timeline.tooltip);
        timeline.runDelayedActions();
        assertNull(timeline.tooltip);
    }

    @Test
    void aPressCancelsTheTooltip() {
        hoverTracker.onMoved(timeline.x(2_450), timeline.y("a"));
        timeline.controllers
                .pointer()
                .onPressed(WindowlessTimeline.event(
                        timeline.x(2_450), timeline.y("a"), PointerEvent.Button.PRIMARY, "", 1));
        timeline.runDelayedActions();
        assertNull(timeline.tooltip);
    }

    @Test
    void theHoverFollowsAViewportThatMovesUnderThePointer() {
        hoverTracker.onMoved(timeline.x(2_450), timeline.y("a"));
        assertEquals(2_400, timeline.model.pointer().hover().item().ts());
        timeline.operations.mover().set(timeline.model.viewport().pan(200, timeline.model.allowedSpan()));
        timeline.load();
        hoverTracker.onViewportMoved();
        assertEquals(2_600, timeline.model.pointer().hover().item().ts());
    }

    @Test
    void theCursorShowsWhichElementsCanBeDragged() {
        hoverTracker.onMoved(WindowlessTimeline.LABELS, timeline.y("a"));
        assertEquals(CursorShape.RESIZE_WIDTH, timeline.cursor);
        hoverTracker.onMoved(timeline.x(2_450), timeline.y("a"));
        assertEquals(CursorShape.DEFAULT, timeline.cursor);
        timeline.model.setSelection(new TimelineSelection.Area(new TimeSpan(2_300, 2_600), Set.of("a")));
        hoverTracker.onMoved(timeline.x(2_600), timeline.y("a"));
        assertEquals(CursorShape.RESIZE_WIDTH, timeline.cursor);
        hoverTracker.onMoved(WindowlessTimeline.LABELS + 250, 5);
        assertEquals(CursorShape.OPEN_HAND, timeline.cursor);
        WindowlessTimeline pinned = new WindowlessTimeline("a");
        pinned.controllers.hoverTracker().onMoved(700, pinned.model.geometry().tracksTop() - 1);
        assertEquals(CursorShape.RESIZE_HEIGHT, pinned.cursor);
    }

    @Test
    void onlyTheOverlayIsPaintedAgainUnlessACounterIsVisible() {
        hoverTracker.onMoved(timeline.x(2_450), timeline.y("a"));
        timeline.model.changes().takeTracks();
        hoverTracker.onMoved(timeline.x(2_451), timeline.y("a"));
        assertTrue(timeline.model.changes().takeTracks(), "the label of the counter shows the old value");
        timeline.operations.tracks().setHidden("c", true);
        timeline.load();
        timeline.model.changes().takeTracks();
        timeline.model.changes().takeOverlay();
        hoverTracker.onMoved(timeline.x(2_452), timeline.y("a"));
        assertFalse(timeline.model.changes().takeTracks());
        assertTrue(timeline.model.changes().takeOverlay());
    }

    @Test
    void aPreviewFlagFollowsThePointerInTheNotesStrip() {
        hoverTracker.onMoved(700, timeline.model.geometry().notesTop() + 5);
        assertEquals(700, timeline.model.pointer().noteX());
        hoverTracker.onMoved(700, timeline.y("a"));
        assertTrue(Double.isNaN(timeline.model.pointer().noteX()));
    }
}
