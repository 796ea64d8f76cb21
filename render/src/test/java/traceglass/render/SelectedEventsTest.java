package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.SliceData;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.Bands;
import traceglass.render.seek.SelectedEvents;
import traceglass.store.time.TimeSpan;

/// Tests selecting several events with Ctrl+click and Ctrl+drag.
class SelectedEventsTest extends TimelineFixture {

    private static final String TRACK = "slices/0/0";

    private void fireWithCtrl(EventType<MouseEvent> type, double x, double y) {
        MouseButton button = type == MouseEvent.MOUSE_MOVED ? MouseButton.NONE : MouseButton.PRIMARY;
        Event.fireEvent(
                view,
                new MouseEvent(
                        type, x, y, x, y, button, 1, false, true, false, false, true, false, false, true, false, true,
                        null));
    }

    private void ctrlClick(double x, double y) throws Exception {
        FxTest.run(() -> {
            fireWithCtrl(MouseEvent.MOUSE_MOVED, x, y);
            fireWithCtrl(MouseEvent.MOUSE_PRESSED, x, y);
            fireWithCtrl(MouseEvent.MOUSE_RELEASED, x, y);
        });
    }

    private List<Long> selected() {
        return SelectedEvents.items(view.selection()).stream()
                .map(TrackItem::id)
                .toList();
    }

    /// Returns the next wide event in the same row, to the right of the spot.
    private Spot next(Spot spot) {
        SliceData data = spot.data();
        for (int i = spot.event() + 1; i < data.rowStart()[1]; i++) {
            double a = view.model.x(data.ts()[i]);
            double b = view.model.x(data.end()[i]);
            if (b - a > 12 && b < 1260) {
                return new Spot(data, i, (a + b) / 2, spot.y());
            }
        }
        throw new AssertionError("no second wide event");
    }

    private int outlinePixels(WritableImage image, Spot spot) {
        int outline = view.model.palette().tokens.outline();
        int count = 0;
        int y = (int) Math.round(spot.y());
        int left = (int) view.model.x(spot.data().ts()[spot.event()]);
        for (int x = left - 4; x <= left + 2; x++) {
            count += (image.getPixelReader().getArgb(x, y) & 0xF0F0F0) == (outline & 0xF0F0F0) ? 1 : 0;
        }
        return count;
    }

    @Test
    void ctrlClickAddsAndRemovesEventsAndOutlinesAllOfThem() throws Exception {
        Spot spot = spot(TRACK);
        Spot secondSpot = next(spot);
        long first = spot.data().id()[spot.event()];
        long second = secondSpot.data().id()[secondSpot.event()];
        click(spot.x(), spot.y(), 1);
        assertEquals(List.of(first), selected());
        ctrlClick(secondSpot.x(), secondSpot.y());
        assertEquals(List.of(first, second), selected());
        assertEquals(
                new TimeSpan(spot.data().ts()[spot.event()], secondSpot.data().end()[secondSpot.event()]),
                view.selection().span());
        FxTest.run(() -> fireMouseEvent(MouseEvent.MOUSE_MOVED, 600, 790, 0, false));
        FxTest.awaitIdle(view);
        WritableImage shown = FxTest.call(() -> view.snapshot(null, null));
        assertTrue(outlinePixels(shown, spot) > 0 && outlinePixels(shown, secondSpot) > 0, "both are outlined");
        ctrlClick(spot.x(), spot.y());
        assertInstanceOf(TimelineSelection.Event.class, view.selection());
        assertEquals(List.of(second), selected());
        FxTest.awaitIdle(view);
        WritableImage after = FxTest.call(() -> view.snapshot(null, null));
        assertEquals(0, outlinePixels(after, spot));
        ctrlClick(secondSpot.x(), secondSpot.y());
        assertEquals(TimelineSelection.NOTHING, view.selection());
    }

    @Test
    void ctrlDragSelectsExactlyTheEventsInTheRectangle() throws Exception {
        double top = view.model.geometry().tracksTop()
                + view.model.layout().row(TRACK).y()
                - view.scrollY();
        SliceData data = (SliceData) trace.data.get(TRACK);
        Bands bands = Bands.of(view.model, view.model.layout().row(TRACK), data.rows());
        double y0 = top + bands.top(0) + 4;
        double y1 = top + bands.top(Math.min(1, data.rows() - 1)) + 5;
        FxTest.run(() -> {
            fireWithCtrl(MouseEvent.MOUSE_PRESSED, 500, y0);
            fireWithCtrl(MouseEvent.MOUSE_DRAGGED, 600, y0 + 8);
            fireWithCtrl(MouseEvent.MOUSE_DRAGGED, 800, y1);
        });
        FxTest.awaitIdle(view);
        WritableImage dragging = FxTest.call(() -> view.snapshot(null, null));
        FxTest.run(() -> fireWithCtrl(MouseEvent.MOUSE_RELEASED, 800, y1));
        Set<Long> expected = new HashSet<>();
        long from = view.model.timeAt(500);
        long to = view.model.timeAt(800);
        for (int i = 0; i < data.rowStart()[Math.min(2, data.rows())]; i++) {
            if (data.ts()[i] <= to && Math.max(data.end()[i], data.ts()[i] + 1) > from) {
                expected.add(data.id()[i]);
            }
        }
        assertTrue(expected.size() > 2, "the trace does not fit this test");
        assertEquals(expected, new HashSet<>(selected()));
        assertNull(view.model.pointer().lasso());
        int edge = dragging.getPixelReader().getArgb(800, (int) Math.round(y1) - 2);
        FxTest.awaitIdle(view);
        WritableImage after = FxTest.call(() -> view.snapshot(null, null));
        assertFalse(edge == after.getPixelReader().getArgb(800, (int) Math.round(y1) - 2), "the rectangle was drawn");
    }

    @Test
    void selectsAllVisibleEventsOfAName() throws Exception {
        Spot spot = spot(TRACK);
        String name = spot.data().names()[spot.data().name()[spot.event()]];
        TimelineSelection selection = FxTest.call(() -> SelectedEvents.findByName(view.model, name));
        List<TrackItem> items = SelectedEvents.items(selection);
        assertFalse(items.isEmpty());
        assertTrue(items.stream().allMatch(i -> i.name().equals(name)));
        TimeSpan window = view.viewport().visible();
        assertTrue(items.stream().allMatch(i -> i.ts() < window.end() && i.end() >= window.start()));
    }
}
