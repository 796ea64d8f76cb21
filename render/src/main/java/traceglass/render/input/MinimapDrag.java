package traceglass.render.input;

import traceglass.render.action.ViewportControls;
import traceglass.render.action.ViewportMover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.MinimapScale;
import traceglass.render.scene.MinimapWindow;
import traceglass.render.scene.Scenes;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Drags on the minimap: of the visible window, of one of its edges, or of a new window.
public final class MinimapDrag {

    /// Pixels before a press becomes a drag, so that a shaky click does not show a tiny window.
    private static final double CLICK_DISTANCE = 3;

    private final Scenes scenes;
    private final TimelineModel model;
    private final ViewportMover mover;
    private final ViewportControls viewportControls;
    private MinimapWindow.Part part = MinimapWindow.Part.NEW;
    private double pressX;
    /// Whether the pointer has stayed where the button was pressed.
    private boolean isClick;
    private Viewport pressView;

    public MinimapDrag(Scenes scenes, ViewportMover mover, ViewportControls viewportControls) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.mover = mover;
        this.viewportControls = viewportControls;
        pressView = model.viewport();
    }

    /// Starts a drag at `x` px.
    public void begin(double x) {
        part = scenes.scene().window().partAt(x);
        pressX = x;
        pressView = model.viewport();
        isClick = true;
    }

    private long time(double x) {
        return MinimapScale.of(model).timeAt(x);
    }

    /// Continues the drag to `x` px.
    public void dragTo(double x) {
        double perPx = MinimapScale.of(model).nsPerPx();
        TimeSpan before = pressView.visible();
        switch (part) {
            case WINDOW -> mover.set(pressView.pan((x - pressX) * perPx, model.allowedSpan()));
            case START -> showBetween(time(x), before.end());
            case END -> showBetween(before.start(), time(x));
            case NEW -> {
                isClick &= Math.abs(x - pressX) < CLICK_DISTANCE;
                if (!isClick) {
                    showBetween(time(pressX), time(x));
                }
            }
        }
    }

    /// Ends the drag. A click outside the window centers it there.
    public void end(double x) {
        if (part == MinimapWindow.Part.NEW && isClick) {
            double middle = (double) (time(x) - model.viewport().start())
                    - model.viewport().fraction();
            viewportControls.panBy(
                    (middle - model.viewport().spanNs() / 2) / model.viewport().spanNs());
        }
    }

    private void showBetween(long a, long b) {
        if (a != b) {
            mover.jumpTo(new TimeSpan(Math.min(a, b), Math.max(a, b)));
        }
    }
}
