package traceglass.render.input;

import traceglass.render.action.SelectionControls;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.Lasso;
import traceglass.render.model.TimelineModel;
import traceglass.render.seek.SelectedEvents;
import traceglass.store.time.TimeSpan;

/// Drags that add the events in a rectangle to the selection.
public final class LassoDrag {

    private final TimelineModel model;
    private final SelectionControls selectionControls;
    private long anchorTs;
    private double anchorY;
    private boolean isPinned;

    public LassoDrag(TimelineModel model, SelectionControls selectionControls) {
        this.model = model;
        this.selectionControls = selectionControls;
    }

    /// Handles a press of the button.
    public void begin(double x, double y) {
        anchorTs = model.timeAt(x);
        isPinned = y < model.geometry().tracksTop();
        anchorY = contentY(y);
    }

    private double contentY(double y) {
        return y - model.offset(isPinned);
    }

    /// Extends the rectangle to a point.
    public void dragTo(double x, double y) {
        long ts = model.timeAt(x);
        double currentY = contentY(y);
        model.pointer()
                .setLasso(new Lasso(
                        new TimeSpan(Math.min(anchorTs, ts), Math.max(anchorTs, ts)),
                        Math.min(anchorY, currentY),
                        Math.max(anchorY, currentY),
                        isPinned));
        model.changes().markOverlay();
    }

    /// Selects the events in the rectangle.
    public void drop() {
        Lasso lasso = model.pointer().lasso();
        model.pointer().setLasso(null);
        if (lasso != null) {
            TimelineSelection selected = SelectedEvents.addRectangle(model.selection(), model, lasso);
            if (selected != model.selection()) {
                selectionControls.select(selected);
            }
        }
    }
}
