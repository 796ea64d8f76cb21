package traceglass.render.input;

import traceglass.render.action.Arrangement;
import traceglass.render.action.Scrolling;
import traceglass.render.action.ViewportMover;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Maps turns of the wheel and gestures on a touchpad to scrolling, panning and zooming.
public final class Wheel {

    private static final double ZOOM_SPEED = .02;
    /// Delta of one wheel notch in JavaFX, and in browsers.
    private static final double NOTCH = 40;
    private static final double BROWSER_NOTCH = 100;

    private final TimelineModel model;
    private final ViewportMover mover;
    private final Arrangement arrangement;
    private final Scrolling scrolling;
    private final HoverTracker hoverTracker;

    public Wheel(
            TimelineModel model,
            ViewportMover mover,
            Arrangement arrangement,
            Scrolling scrolling,
            HoverTracker hoverTracker) {
        this.model = model;
        this.mover = mover;
        this.arrangement = arrangement;
        this.scrolling = scrolling;
        this.hoverTracker = hoverTracker;
    }

    /// Handles a turn at a point of the timeline.
    ///
    /// @param dx movement to the right, px
    /// @param dy movement down, px
    /// @param zooms whether a key for zooming is held
    /// @param pans whether a key for panning is held
    public void onTurned(double x, double y, double dx, double dy, boolean zooms, boolean pans) {
        mover.stopEasing();
        boolean isSideways = Math.abs(dx) > Math.abs(dy);
        if (zooms) {
            // Same zoom as Perfetto for the same turn; touchpads send many small steps.
            zoom(x, 1 - Math.signum(dy) * ZOOM_SPEED * log2(1 + Math.abs(dy) * BROWSER_NOTCH / NOTCH));
        } else if (isSideways || pans) {
            double distance = isSideways ? dx : dy;
            mover.set(model.viewport()
                    .pan(-distance * model.viewport().nsPerPx(model.geometry().timeWidth()), model.allowedSpan()));
        } else if (y < model.geometry().tracksTop() && y > model.geometry().headerHeight()) {
            arrangement.scrollPinned(-dy);
        } else {
            scrolling.scrollTo(model.scrollY() - dy);
        }
        hoverTracker.setPosition(x, y);
        hoverTracker.onViewportMoved();
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    /// Zooms around a position; a factor below 1 zooms in.
    public void zoom(double x, double factor) {
        Geometry geometry = model.geometry();
        double anchor = Math.clamp(x - geometry.timeX(), 0, geometry.timeWidth());
        mover.set(model.viewport().zoom(factor, anchor, geometry.timeWidth(), model.allowedSpan()));
    }
}
