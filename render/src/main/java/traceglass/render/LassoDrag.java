package traceglass.render;

import traceglass.render.item.TimelineSelection;
import traceglass.render.picture.Lasso;
import traceglass.render.picture.PaintState;
import traceglass.render.seek.SelectedEvents;
import traceglass.store.time.TimeSpan;

/// Drags that add the events in a rectangle to the selection.
final class LassoDrag {

    private final TimelineView view;
    private final PaintState picture;
    private long anchorTs;
    private double anchorY;
    private boolean pinned;

    LassoDrag(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    /// Handles a press of the button.
    void begin(double x, double y) {
        anchorTs = view.timeAt(x);
        pinned = y < picture.geometry.tracksTop();
        anchorY = contentY(y);
    }

    private double contentY(double y) {
        return y - picture.offset(pinned);
    }

    void to(double x, double y) {
        long ts = view.timeAt(x);
        double at = contentY(y);
        picture.lasso = new Lasso(
                new TimeSpan(Math.min(anchorTs, ts), Math.max(anchorTs, ts)),
                Math.min(anchorY, at),
                Math.max(anchorY, at),
                pinned);
        view.overlayChanged();
    }

    /// Selects the events in the rectangle.
    void drop() {
        Lasso lasso = picture.lasso;
        picture.lasso = null;
        if (lasso != null) {
            TimelineSelection selected = SelectedEvents.with(picture.selection, picture, lasso);
            if (selected != picture.selection) {
                view.setSelection(selected);
            }
        }
    }
}
