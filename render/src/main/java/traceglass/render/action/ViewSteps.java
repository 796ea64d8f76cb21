package traceglass.render.action;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.ViewHistory;
import traceglass.render.time.Viewport;

/// History of visible windows and selections, for going back and forward.
public final class ViewSteps {

    /// Visible window and selection, an entry of the history.
    record View(Viewport viewport, TimelineSelection selection) {}

    private final TimelineModel model;
    private final ViewportMover mover;
    private final ViewHistory<View> history = new ViewHistory<>();
    /// Whether the last movement followed the end of a growing trace.
    private boolean followed;

    public ViewSteps(TimelineModel model, ViewportMover mover) {
        this.model = model;
        this.mover = mover;
    }

    /// Clears the history, for a new trace.
    public void reset() {
        history.clear();
    }

    private View current() {
        return new View(model.viewport(), model.selection());
    }

    /// Adds the current view before the selection is replaced or the user starts to drag.
    public void keep() {
        if (history.isStarted() && !mover.isMoving() && !model.pointer().isDragging()) {
            history.settle(current());
        }
    }

    /// Adds the current view when all movement has ended.
    public void movementEnded() {
        if (model.pointer().isDragging()) {
            return;
        }
        if (followed && history.isStarted()) {
            history.arrived(current());
        } else {
            history.settle(current());
        }
        followed = false;
    }

    /// Makes the next end of a movement replace the current view instead of adding one.
    void follow() {
        followed = true;
    }

    /// Returns the view before the current one, or null.
    @Nullable
    View back() {
        return history.goBack(current());
    }

    /// Returns the view that [#back] left, or null.
    @Nullable
    View forward() {
        return history.goForward(current());
    }

    /// Replaces the current entry with the restored part of the view of [#back] or [#forward].
    void onArrived(View view) {
        history.arrived(view);
    }

    /// Returns the last view that matches, or null.
    @Nullable
    View latest(Predicate<View> filter) {
        return history.latest(filter);
    }

    void change(UnaryOperator<View> change) {
        history.change(change);
    }

    public boolean hasBack() {
        return history.hasBack();
    }

    public boolean hasForward() {
        return history.hasForward();
    }
}
