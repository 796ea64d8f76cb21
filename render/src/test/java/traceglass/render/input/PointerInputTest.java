package traceglass.render.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.Lasso;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.time.TimeSpan;

/// Tests drags without a window.
class PointerInputTest {

    private final WindowlessTimeline timeline = new WindowlessTimeline();

    private TimelineSelection.Area area() {
        return assertInstanceOf(TimelineSelection.Area.class, timeline.model.selection());
    }

    @Test
    void aDragOnTracksSelectsTheTimeAndTheTracksBetween() {
        timeline.dragWithoutRelease(timeline.x(2_150), timeline.y("a"), timeline.x(2_350), timeline.y("b"), "alt");
        assertEquals(new TimelineSelection.Area(new TimeSpan(2_150, 2_350), Set.of("a", "b")), area());
        assertTrue(timeline.model.pointer().isDragging());
        timeline.controllers
                .pointer()
                .onReleased(WindowlessTimeline.event(
                        timeline.x(2_350), timeline.y("b"), PointerEvent.Button.PRIMARY, "alt", 1));
        assertFalse(timeline.model.pointer().isDragging());
        assertEquals(List.of(), timeline.requests, "the drag was reported as a click");
    }

    @Test
    void anAreaEndsWhereTheButtonIsReleased() {
        timeline.dragWithoutRelease(timeline.x(2_150), timeline.y("a"), timeline.x(2_200), timeline.y("a"), "alt");
        timeline.controllers
                .pointer()
                .onReleased(WindowlessTimeline.event(
                        timeline.x(2_350), timeline.y("b"), PointerEvent.Button.PRIMARY, "alt", 1));
        assertEquals(new TimelineSelection.Area(new TimeSpan(2_150, 2_350), Set.of("a", "b")), area());
    }

    @Test
    void theEndOfAnAreaSnapsToAnEventUnlessAltIsHeld() {
        double x = timeline.x(2_405);
        timeline.dragWithoutRelease(timeline.x(2_150), timeline.y("a"), x, timeline.y("a"), "");
        assertEquals(2_400, area().span().end());
        assertEquals(2_400, timeline.model.pointer().snappedTo());
        assertEquals(TimelineViewTexts.startOf("x"), timeline.tooltip.name());
        timeline.controllers
                .pointer()
                .onDragged(WindowlessTimeline.event(x, timeline.y("a"), PointerEvent.Button.PRIMARY, "alt", 1));
        assertEquals(2_405, area().span().end());
        assertNull(timeline.tooltip);
    }

    @Test
    void aDragAlongTheAxisSelectsOnlyTime() {
        double y = timeline.model.geometry().axisTop() + 5;
        timeline.drag(timeline.x(2_150), y, timeline.x(2_405), y, "");
        assertEquals(new TimelineSelection.Area(new TimeSpan(2_150, 2_405), Set.of()), area());
    }

    @Test
    void draggingAnEdgeOfTheAreaLeavesTheOtherInPlace() {
        timeline.model.setSelection(new TimelineSelection.Area(new TimeSpan(2_300, 2_600), Set.of("b")));
        timeline.drag(timeline.x(2_600), timeline.y("b"), timeline.x(2_710), timeline.y("b"), "");
        assertEquals(new TimelineSelection.Area(new TimeSpan(2_300, 2_710), Set.of("b")), area());
        timeline.drag(timeline.x(2_300), timeline.y("b"), timeline.x(2_900), timeline.y("b"), "");
        assertEquals(new TimeSpan(2_710, 2_900), area().span(), "an edge beyond the other one");
    }

    @Test
    void theShortcutKeySelectsTheEventsInARectangle() {
        timeline.dragWithoutRelease(
                timeline.x(2_350), timeline.y("a") - 3, timeline.x(2_850), timeline.y("a") + 3, "shortcut");
        Lasso lasso = timeline.model.pointer().lasso();
        assertNotNull(lasso);
        assertEquals(new TimeSpan(2_350, 2_850), lasso.span());
        timeline.controllers
                .pointer()
                .onReleased(WindowlessTimeline.event(
                        timeline.x(2_850), timeline.y("a") + 3, PointerEvent.Button.PRIMARY, "shortcut", 1));
        assertNull(timeline.model.pointer().lasso());
        List<TrackItem> items = assertInstanceOf(TimelineSelection.Events.class, timeline.model.selection())
                .items();
        assertEquals(
                List.of(2_400L, 2_600L, 2_800L),
                items.stream().map(TrackItem::ts).toList());
    }

    @Test
    void shiftDragPansByTheDraggedDistance() {
        timeline.dragWithoutRelease(700, timeline.y("a"), 400, timeline.y("b"), "shift");
        assertEquals(2_300, timeline.model.viewport().start());
        assertEquals(CursorShape.CLOSED_HAND, timeline.cursor);
        assertEquals(TimelineSelection.NOTHING, timeline.model.selection());
    }

    @Test
    void draggingTheEdgeOfTheLabelsChangesTheirWidth() {
        timeline.drag(WindowlessTimeline.LABELS, timeline.y("a"), 320, timeline.y("a"), "");
        assertEquals(320, timeline.operations.arrangement().labelWidth());
        timeline.operations.arrangement().update();
        assertEquals(880, timeline.model.geometry().timeWidth());
    }

    @Test
    void aDoubleClickOnTheEdgeOfThePinnedTracksFitsThem() {
        WindowlessTimeline pinned = new WindowlessTimeline("a", "b");
        double fitting = pinned.model.geometry().pinned();
        double edge = pinned.model.geometry().tracksTop() - 1;
        pinned.drag(700, edge, 700, edge - 30, "");
        pinned.operations.arrangement().update();
        assertEquals(fitting - 31, pinned.model.geometry().pinned());
        pinned.click(700, pinned.model.geometry().tracksTop() - 1, "", 2);
        pinned.operations.arrangement().update();
        assertEquals(fitting, pinned.model.geometry().pinned());
    }

    private List<String> order() {
        return timeline.operations.tracks().roots().getFirst().children().stream()
                .map(TrackNode::key)
                .toList();
    }

    @Test
    void aRowMovesBeforeTheSiblingWhoseUpperHalfIsUnderThePointer() {
        timeline.drag(20, timeline.y("c"), 20, timeline.y("a") - 2, "");
        assertEquals(List.of("c", "a", "b"), order());
        timeline.drag(20, timeline.y("c"), 20, timeline.y("b") + 2, "");
        assertEquals(List.of("a", "b", "c"), order());
        assertTrue(Double.isNaN(timeline.model.pointer().dropY()), "the drop position is still shown");
    }

    @Test
    void pinnedRowsMoveAmongPinnedRows() {
        WindowlessTimeline pinned = new WindowlessTimeline("a", "c");
        double top = pinned.model.geometry().headerHeight() + 3;
        double bottom = pinned.model.geometry().tracksTop() - 4;
        pinned.drag(20, bottom, 20, top, "");
        assertEquals(List.of("c", "a"), pinned.operations.tracks().pinned());
    }

    @Test
    void aDropPositionThatIsScrolledAwayIsShownAtTheEdgeOfTheTracks() {
        WindowlessTimeline pinned = new WindowlessTimeline("a", "b");
        pinned.operations.arrangement().setSize(WindowlessTimeline.LABELS + 1_000, 150);
        pinned.model.changes().markLayout();
        pinned.operations.arrangement().update();
        pinned.operations.scrolling().scrollTo(20);
        double tracks = pinned.model.geometry().tracksTop();
        assertTrue(pinned.model.scrollY() > 0);
        pinned.dragWithoutRelease(20, tracks + 5, 20, tracks + 30, "");
        assertEquals(tracks, pinned.model.pointer().dropY());
    }

    @Test
    void aShakyClickIsNotADrag() {
        timeline.drag(timeline.x(2_450), timeline.y("a"), timeline.x(2_450) + 2, timeline.y("a"), "");
        assertEquals(List.of("clicked 2400"), timeline.requests);
    }

    @Test
    void otherButtonsDoNothing() {
        assertFalse(timeline.controllers
                .pointer()
                .onPressed(WindowlessTimeline.event(700, timeline.y("a"), PointerEvent.Button.OTHER, "", 1)));
        assertFalse(timeline.controllers
                .pointer()
                .onReleased(WindowlessTimeline.event(700, timeline.y("a"), PointerEvent.Button.OTHER, "", 1)));
    }
}
