package traceglass.render.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.render.item.PxPoint;
import traceglass.render.item.TimelineSelection;

/// Tests keyboard navigation between rows, without a window.
class RowFocusTest {

    private final WindowlessTimeline timeline = new WindowlessTimeline();
    private final RowFocus focus = timeline.controllers.focus();

    private String focused() {
        return timeline.model.highlights().focusedRow();
    }

    @Test
    void arrowsMoveBetweenRowsAndStopAtTheEnds() {
        assertTrue(focus.handleKey(FocusKey.DOWN));
        assertEquals("group", focused());
        focus.handleKey(FocusKey.DOWN);
        assertEquals("a", focused());
        focus.handleKey(FocusKey.END);
        assertEquals("c", focused());
        focus.handleKey(FocusKey.DOWN);
        assertEquals("c", focused());
        focus.handleKey(FocusKey.UP);
        assertEquals("b", focused());
    }

    @Test
    void leftClosesAGroupAndRightOpensItAndEntersIt() {
        focus.handleKey(FocusKey.END);
        assertTrue(focus.handleKey(FocusKey.LEFT));
        assertEquals("group", focused());
        focus.handleKey(FocusKey.LEFT);
        assertFalse(timeline.operations.tracks().isExpanded("group"));
        focus.handleKey(FocusKey.RIGHT);
        assertTrue(timeline.operations.tracks().isExpanded("group"));
        focus.handleKey(FocusKey.RIGHT);
        assertEquals("a", focused());
        assertFalse(focus.handleKey(FocusKey.RIGHT), "a track has nothing to open");
    }

    @Test
    void enterSelectsTheEventInTheMiddleOfTheWindow() {
        focus.handleKey(FocusKey.DOWN);
        focus.handleKey(FocusKey.DOWN);
        focus.handleKey(FocusKey.ENTER);
        assertEquals(List.of("clicked 2400"), timeline.requests);
        assertEquals(
                2_400,
                assertInstanceOf(TimelineSelection.Event.class, timeline.model.selection())
                        .item()
                        .ts());
    }

    @Test
    void theMenuIsBelowTheRowOfTheFocusOrOfTheSelectedEvent() {
        assertFalse(focus.handleKey(FocusKey.MENU), "there is no row");
        timeline.click(timeline.x(2_450), timeline.y("a"));
        timeline.requests.clear();
        assertTrue(focus.handleKey(FocusKey.MENU));
        PxPoint below = timeline.toScreen(
                WindowlessTimeline.LABELS / 2,
                timeline.model.offset(false) + timeline.row("a").bottom());
        assertEquals(List.of("menu of 2400 on a at " + below), timeline.requests);
        focus.handleKey(FocusKey.END);
        timeline.requests.clear();
        focus.handleKey(FocusKey.MENU);
        assertTrue(timeline.requests.getFirst().startsWith("menu of c"), timeline.requests.toString());
    }

    @Test
    void aRevealedRowIsHighlightedForAMoment() {
        assertTrue(timeline.operations.tracks().show("b"));
        assertEquals("b", focused());
        assertTrue(timeline.operations.highlight().fade());
        assertEquals("b", timeline.model.highlights().highlightedRow());
        assertFalse(timeline.operations.tracks().show("none"));
    }

    @Test
    void escClearsTheFilterOnceNothingIsSelected() {
        KeyActions keys = timeline.controllers.keys();
        assertFalse(keys.handleEscape(true, false), "there is no filter");
        timeline.operations.tracks().setFilter("b");
        assertEquals("b", timeline.filterField);
        timeline.load();
        assertEquals(List.of("group", "b"), timeline.operations.tracks().rowKeys());
        assertFalse(keys.handleEscape(false, false), "the key was pressed elsewhere");
        assertTrue(keys.handleEscape(false, true));
        assertEquals("", timeline.filterField);
        timeline.click(timeline.x(2_450), timeline.y("a"));
        timeline.operations.tracks().setFilter("a");
        assertFalse(keys.handleEscape(false, true), "Esc clears the selection first");
        assertTrue(keys.handleEscape(true, false));
    }

    @Test
    void pagesScrollByNearlyTheirHeight() {
        timeline.operations.arrangement().setSize(1_200, 140);
        timeline.model.changes().markLayout();
        timeline.operations.arrangement().update();
        double height = timeline.model.geometry().tracksHeight();
        timeline.controllers.keys().page(1);
        assertEquals(Math.round(height * .9), timeline.model.scrollY());
        timeline.controllers.keys().page(-1);
        assertEquals(0, timeline.model.scrollY());
    }
}
