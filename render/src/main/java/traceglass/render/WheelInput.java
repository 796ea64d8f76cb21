package traceglass.render;

import javafx.scene.input.ScrollEvent;
import javafx.scene.input.ZoomEvent;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Maps wheel and touchpad events to scrolling, panning and zooming.
final class WheelInput {

    private static final double ZOOM_SPEED = .02;
    /// Delta of one wheel notch in JavaFX, and in browsers.
    private static final double NOTCH = 40;
    private static final double BROWSER_NOTCH = 100;

    private final TimelineView view;
    private final TimelineModel model;
    private final HoverTracker hovering;

    WheelInput(TimelineView view, HoverTracker hovering) {
        this.view = view;
        this.model = view.model;
        this.hovering = hovering;
    }

    void install() {
        view.addEventHandler(ScrollEvent.SCROLL, this::scrolled);
        view.addEventHandler(ZoomEvent.ZOOM, event -> zoomAt(event.getX(), 1 / event.getZoomFactor()));
    }

    private void scrolled(ScrollEvent event) {
        double dx = event.getDeltaX();
        double dy = event.getDeltaY();
        view.mover().stopEasing();
        if (event.isControlDown() || event.isMetaDown()) {
            // Same zoom as Perfetto for the same turn; touchpads send many small steps.
            zoomAt(event.getX(), 1 - Math.signum(dy) * ZOOM_SPEED * log2(1 + Math.abs(dy) * BROWSER_NOTCH / NOTCH));
        } else if (Math.abs(dx) > Math.abs(dy) || event.isShiftDown()) {
            double by = Math.abs(dx) > Math.abs(dy) ? dx : dy;
            view.setViewport(model.viewport()
                    .pan(-by * model.viewport().nsPerPx(model.geometry().timeWidth()), model.reach()));
        } else if (event.getY() < model.geometry().tracksTop()
                && event.getY() > model.geometry().headerHeight()) {
            view.arrangement().scrollPinned(-dy);
        } else {
            view.scrollTo(model.scrollY() - dy);
        }
        hovering.at(event.getX(), event.getY());
        hovering.viewportMoved();
        event.consume();
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    private void zoomAt(double x, double factor) {
        Geometry geometry = model.geometry();
        double anchor = Math.clamp(x - geometry.timeX(), 0, geometry.timeWidth());
        view.setViewport(model.viewport().zoom(factor, anchor, geometry.timeWidth(), model.reach()));
    }
}
