package traceglass.render;

import traceglass.render.item.TimelineSelection;
import traceglass.render.model.Lasso;
import traceglass.render.model.TimelineModel;
import traceglass.render.seek.SelectedEvents;
import traceglass.store.time.TimeSpan;

/// Drags that add the events in a rectangle to the selection.
final class LassoDrag {

    private final TimelineView view;
    private final TimelineModel model;
    private long anchorTs;
    private double anchorY;
    private boolean pinned;

    LassoDrag(TimelineView view) {
        this.view = view;
        this.model = view.model;
    }

    /// Handles a press of the button.
    void begin(double x, double y) {
        anchorTs = view.timeAt(x);
        pinned = y < model.geometry().tracksTop();
        anchorY = contentY(y);
    }

    private double contentY(double y) {
        return y - model.offset(pinned);
    }

    void to(double x, double y) {
        long ts = view.timeAt(x);
        double at = contentY(y);
        model.pointer()
                .setLasso(new Lasso(
                        new TimeSpan(Math.min(anchorTs, ts), Math.max(anchorTs, ts)),
                        Math.min(anchorY, at),
                        Math.max(anchorY, at),
                        pinned));
        view.overlayChanged();
    }

    /// Selects the events in the rectangle.
    void drop() {
        Lasso lasso = model.pointer().lasso();
        model.pointer().setLasso(null);
        if (lasso != null) {
            TimelineSelection selected = SelectedEvents.with(model.selection(), model, lasso);
            if (selected != model.selection()) {
                view.setSelection(selected);
            }
        }
    }
}
