package traceglass.render;

import traceglass.render.picture.PaintState;
import traceglass.render.scene.MinimapWindow;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Drags on the minimap: of the visible window, of one of its edges, or of a new window.
final class MinimapDrag {

    private final TimelineView view;
    private final PaintState picture;
    private MinimapWindow.Part part = MinimapWindow.Part.NEW;
    private double pressX;
    private Viewport pressView;

    MinimapDrag(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    /// Starts a drag at `x` px.
    void begin(double x) {
        part = view.scenes.scene().window().partAt(x);
        pressX = x;
        pressView = picture.viewport;
    }

    private long time(double x) {
        double share = Math.clamp((x - picture.geometry.timeX()) / picture.geometry.timeWidth(), 0, 1);
        return picture.reach().start() + Math.round(share * picture.reach().durNs());
    }

    /// Continues the drag to `x` px.
    void to(double x) {
        double perPx = picture.reach().durNs() / picture.geometry.timeWidth();
        TimeSpan before = pressView.visible();
        switch (part) {
            case WINDOW -> view.setViewport(pressView.pan((x - pressX) * perPx, picture.reach()));
            case START -> showBetween(time(x), before.end());
            case END -> showBetween(before.start(), time(x));
            default -> showBetween(time(pressX), time(x));
        }
    }

    /// Ends the drag. A click outside of the window centers it there.
    void end(double x) {
        if (part == MinimapWindow.Part.NEW && Math.abs(x - pressX) < 3) {
            double middle = (double) (time(x) - picture.viewport.start()) - picture.viewport.fraction();
            view.movement().panBy((middle - picture.viewport.spanNs() / 2) / picture.viewport.spanNs());
        }
    }

    private void showBetween(long a, long b) {
        if (a != b) {
            view.showSpan(new TimeSpan(Math.min(a, b), Math.max(a, b)));
        }
    }
}
