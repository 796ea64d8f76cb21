package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.event.Event;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;
import traceglass.render.item.TimelineSelection;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Tests selections in the history, and the position of rows after the filter is cleared.
class HistoryAndFilterTest extends TimelineFixture {

    private static final TimeSpan SPAN = new TimeSpan(1_520_000_000L, 1_560_000_000L);

    private TimelineSelection selectArea(String... keys) throws Exception {
        FxTest.run(() -> view.selectionControls().selectArea(SPAN, List.of(keys)));
        FxTest.awaitIdle(view);
        return view.selection();
    }

    @Test
    void backReturnsToTheSelectionThatAClickCleared() throws Exception {
        TimelineSelection selection = selectArea("cpus", "process/0", "process/1");
        Viewport saved = view.viewport();
        FxTest.run(view::clearSelection);
        FxTest.awaitIdle(view);
        FxTest.run(() -> view.showSpan(new TimeSpan(2_000_000_000L, 2_100_000_000L)));
        FxTest.awaitIdle(view);
        FxTest.run(() -> view.viewportControls().goBack());
        FxTest.awaitIdle(view);
        assertEquals(saved, view.viewport());
        assertEquals(TimelineSelection.NOTHING, view.selection());
        FxTest.run(() -> view.viewportControls().goBack());
        FxTest.awaitIdle(view);
        assertEquals(selection, view.selection());
        assertEquals(saved, view.viewport());
        FxTest.run(() -> view.viewportControls().forward());
        FxTest.awaitIdle(view);
        assertEquals(TimelineSelection.NOTHING, view.selection());
    }

    @Test
    void theLastSelectionIsRestoredWithoutMovingTheWindow() throws Exception {
        assertFalse(FxTest.call(() -> view.viewportControls().canRestoreSelection()));
        TimelineSelection selection = selectArea("cpus", "process/0");
        FxTest.run(() -> {
            view.clearSelection();
            view.showSpan(new TimeSpan(2_000_000_000L, 2_100_000_000L));
        });
        FxTest.awaitIdle(view);
        Viewport saved = view.viewport();
        FxTest.run(() -> view.viewportControls().restoreSelection());
        FxTest.awaitIdle(view);
        assertEquals(selection, view.selection());
        assertEquals(saved, view.viewport());
    }

    @Test
    void aRangeReplacedByASliceIsRestored() throws Exception {
        FxTest.run(() -> view.tracks().expand("process/0"));
        TimelineSelection selection = selectArea("cpus", "process/0");
        Spot spot = spot("slices/0/0");
        click(spot.x(), spot.y(), 1);
        FxTest.awaitIdle(view);
        TimelineSelection slice = view.selection();
        assertTrue(slice instanceof TimelineSelection.Event, slice::toString);
        FxTest.run(() -> view.viewportControls().restoreSelection());
        FxTest.awaitIdle(view);
        assertEquals(selection, view.selection());
        FxTest.run(() -> view.viewportControls().restoreSelection());
        assertEquals(slice, view.selection());
    }

    @Test
    void clearedSelectionsCannotBeRestored() throws Exception {
        selectArea("cpus");
        FxTest.run(() -> {
            view.clearSelection();
            view.viewportControls().clearSelections();
        });
        FxTest.awaitIdle(view);
        assertFalse(FxTest.call(() -> view.viewportControls().canRestoreSelection()));
        FxTest.run(() -> view.viewportControls().goBack());
        assertEquals(TimelineSelection.NOTHING, view.selection());
    }

    @Test
    void onlyTracksThatStillExistAreSelectedAgain() throws Exception {
        selectArea("process/0", "counter/3");
        FxTest.run(() -> {
            view.clearSelection();
            view.updateTrace(List.of(trace.roots.getLast()), trace.bounds, trace);
            view.viewportControls().restoreSelection();
        });
        TimelineSelection.Area left = (TimelineSelection.Area) view.selection();
        assertEquals(java.util.Set.of("counter/3"), left.trackKeys());
    }

    /// Top of a track's row on the screen.
    private double top(String key) throws Exception {
        return FxTest.call(() -> view.model.layout().row(key).y() - view.scrollY());
    }

    @Test
    void theRowsOfTheFilterStayInPlaceWhenItIsCleared() throws Exception {
        FxTest.run(() -> {
            view.tracks().expandAll();
            view.tracks().setCounterFactor("counter/3", 16);
            view.tracks().setFilter("heap");
        });
        FxTest.awaitIdle(view);
        double first = top("counter/0");
        FxTest.run(() -> view.selectionControls().selectArea(SPAN, List.of("counter/1")));
        FxTest.awaitIdle(view);
        double selected = top("counter/1");
        FxTest.run(() -> view.tracks().setFilter(""));
        FxTest.awaitIdle(view);
        assertEquals(selected, top("counter/1"), "the selected track has moved");
        assertTrue(view.scrollY() > 0);
        FxTest.run(() -> {
            view.clearSelection();
            view.tracks().setFilter("heap");
        });
        FxTest.awaitIdle(view);
        FxTest.run(() -> view.tracks().setFilter(""));
        FxTest.awaitIdle(view);
        assertEquals(first, top("counter/0"), "the first track has moved");
        assertTrue(view.tracks().rowKeys().contains("cpu_sched/0"));
    }

    @Test
    void aFilterWithoutMatchesReturnsToTheRowsBeforeIt() throws Exception {
        FxTest.run(() -> view.tracks().expandAll());
        FxTest.awaitIdle(view);
        FxTest.run(() -> view.scrollTo(200));
        FxTest.awaitIdle(view);
        FxTest.run(() -> view.tracks().setFilter("no such track"));
        FxTest.awaitIdle(view);
        FxTest.run(() -> view.tracks().setFilter(""));
        FxTest.awaitIdle(view);
        assertEquals(200, view.scrollY());
    }

    @Test
    void escapeAndTheButtonInTheFieldClearTheFilter() throws Exception {
        TextField field = (TextField) view.lookup(".tg-filter");
        Button clear = (Button) view.lookup("#filter-clear");
        assertFalse(clear.isVisible());
        FxTest.run(() -> field.setText("heap"));
        assertTrue(clear.isVisible());
        FxTest.run(clear::fire);
        assertEquals("", FxTest.call(view.tracks()::filter));
        assertFalse(clear.isVisible());
        selectArea("cpus");
        FxTest.run(() -> {
            field.setText("heap");
            escape(field);
        });
        assertEquals("", field.getText());
        assertTrue(view.selection() instanceof TimelineSelection.Area, "Esc in the field has cleared the selection");
        FxTest.run(() -> {
            field.setText("heap");
            escape(view);
        });
        assertEquals("heap", field.getText(), "the selection is cleared first");
        FxTest.run(() -> {
            view.clearSelection();
            escape(view);
        });
        assertEquals("", field.getText());
    }

    private static void escape(javafx.scene.Node node) {
        Event.fireEvent(node, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false));
    }
}
