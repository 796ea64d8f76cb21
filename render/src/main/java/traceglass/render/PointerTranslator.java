package traceglass.render;

import javafx.scene.input.InputEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.input.ZoomEvent;
import javafx.scene.layout.Region;
import traceglass.render.input.HoverTracker;
import traceglass.render.input.PointerEvent;
import traceglass.render.input.PointerInput;
import traceglass.render.input.Wheel;
import traceglass.render.item.PxPoint;

/// Passes events of the pointer and the wheel to their controllers as plain values.
final class PointerTranslator {

    private final Region view;
    private final PointerInput pointer;
    private final HoverTracker hoverTracker;
    private final Wheel wheel;

    PointerTranslator(Region view, PointerInput pointer, HoverTracker hoverTracker, Wheel wheel) {
        this.view = view;
        this.pointer = pointer;
        this.hoverTracker = hoverTracker;
        this.wheel = wheel;
    }

    void install() {
        view.addEventHandler(MouseEvent.MOUSE_MOVED, event -> hoverTracker.onMoved(event.getX(), event.getY()));
        view.addEventHandler(MouseEvent.MOUSE_EXITED, _ -> hoverTracker.onExited());
        view.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> {
            view.requestFocus();
            consumeIf(pointer.onPressed(toPointerEvent(event)), event);
        });
        view.addEventHandler(
                MouseEvent.MOUSE_DRAGGED, event -> consumeIf(pointer.onDragged(toPointerEvent(event)), event));
        view.addEventHandler(
                MouseEvent.MOUSE_RELEASED, event -> consumeIf(pointer.onReleased(toPointerEvent(event)), event));
        view.addEventHandler(ScrollEvent.SCROLL, this::onScrolled);
        view.addEventHandler(ZoomEvent.ZOOM, event -> wheel.zoom(event.getX(), 1 / event.getZoomFactor()));
    }

    private void onScrolled(ScrollEvent event) {
        wheel.onTurned(
                event.getX(),
                event.getY(),
                event.getDeltaX(),
                event.getDeltaY(),
                event.isControlDown() || event.isMetaDown(),
                event.isShiftDown());
        event.consume();
    }

    private static void consumeIf(boolean isUsed, InputEvent event) {
        if (isUsed) {
            event.consume();
        }
    }

    private static PointerEvent toPointerEvent(MouseEvent event) {
        return new PointerEvent(
                event.getX(),
                event.getY(),
                new PxPoint(event.getScreenX(), event.getScreenY()),
                switch (event.getButton()) {
                    case PRIMARY -> PointerEvent.Button.PRIMARY;
                    case MIDDLE -> PointerEvent.Button.MIDDLE;
                    case SECONDARY -> PointerEvent.Button.SECONDARY;
                    default -> PointerEvent.Button.OTHER;
                },
                event.isShiftDown(),
                event.isShortcutDown(),
                event.isAltDown(),
                event.getClickCount());
    }
}
