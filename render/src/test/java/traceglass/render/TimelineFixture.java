package traceglass.render;

import javafx.event.Event;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import traceglass.analysis.track.SliceData;
import traceglass.render.layout.Row;
import traceglass.store.time.TimeSpan;

/// Timeline of a synthetic trace on the headless platform, with simulated mouse and keys.
abstract class TimelineFixture {

    final SyntheticTrace trace = new SyntheticTrace(7, 1_000_000_000L, 2_000_000_000L, 4, 4, 3, 200);
    TimelineView view;

    @BeforeEach
    void open() throws Exception {
        view = FxTest.timeline(trace, 1280, 800);
        FxTest.run(() -> view.showSpan(new TimeSpan(1_500_000_000L, 1_600_000_000L)));
        FxTest.awaitIdle(view);
    }

    @AfterEach
    void close() throws Exception {
        FxTest.run(view::dispose);
    }

    void fireMouseEvent(javafx.event.EventType<MouseEvent> type, double x, double y, int clicks, boolean isShiftDown) {
        boolean isPressed = type != MouseEvent.MOUSE_MOVED;
        Event.fireEvent(
                view,
                new MouseEvent(
                        type,
                        x,
                        y,
                        x,
                        y,
                        isPressed ? MouseButton.PRIMARY : MouseButton.NONE,
                        clicks,
                        isShiftDown,
                        false,
                        false,
                        false,
                        isPressed,
                        false,
                        false,
                        true,
                        false,
                        true,
                        null));
    }

    void click(double x, double y, int clicks) throws Exception {
        FxTest.run(() -> {
            fireMouseEvent(MouseEvent.MOUSE_MOVED, x, y, 0, false);
            fireMouseEvent(MouseEvent.MOUSE_PRESSED, x, y, clicks, false);
            fireMouseEvent(MouseEvent.MOUSE_RELEASED, x, y, clicks, false);
        });
    }

    void drag(double x0, double y0, double x1, double y1, boolean isShiftDown) throws Exception {
        FxTest.run(() -> {
            fireMouseEvent(MouseEvent.MOUSE_MOVED, x0, y0, 0, false);
            fireMouseEvent(MouseEvent.MOUSE_PRESSED, x0, y0, 1, isShiftDown);
            fireMouseEvent(MouseEvent.MOUSE_DRAGGED, (x0 + x1) / 2, (y0 + y1) / 2, 1, isShiftDown);
            fireMouseEvent(MouseEvent.MOUSE_DRAGGED, x1, y1, 1, isShiftDown);
            fireMouseEvent(MouseEvent.MOUSE_RELEASED, x1, y1, 1, isShiftDown);
        });
    }

    void scroll(double x, double y, double dx, double dy, boolean isShiftDown, boolean isControlDown) throws Exception {
        FxTest.run(() -> Event.fireEvent(
                view,
                new ScrollEvent(
                        ScrollEvent.SCROLL,
                        x,
                        y,
                        x,
                        y,
                        isShiftDown,
                        isControlDown,
                        false,
                        false,
                        false,
                        false,
                        dx,
                        dy,
                        dx,
                        dy,
                        ScrollEvent.HorizontalTextScrollUnits.NONE,
                        0,
                        ScrollEvent.VerticalTextScrollUnits.NONE,
                        0,
                        0,
                        null)));
    }

    /// A wide event in the first row of a track's data within the window, and its position.
    record Spot(SliceData data, int event, double x, double y) {}

    Spot spot(String key) {
        SliceData data = (SliceData) trace.data.get(key);
        for (int i = data.rowStart()[0]; i < data.rowStart()[1]; i++) {
            double a = view.model.x(data.ts()[i]);
            double b = view.model.x(data.end()[i]);
            if (b - a > 12 && a > 290 && b < 1260) {
                Row row = view.model.layout().row(key);
                return new Spot(data, i, (a + b) / 2, view.model.geometry().tracksTop() + row.y() - view.scrollY() + 9);
            }
        }
        throw new AssertionError("no wide event on " + key);
    }

    void fireKeyEvent(javafx.event.EventType<KeyEvent> type, KeyCode code) {
        Event.fireEvent(view, new KeyEvent(type, "", "", code, false, false, false, false));
    }
}
