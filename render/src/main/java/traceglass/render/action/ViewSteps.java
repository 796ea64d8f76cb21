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
    record ViewStep(Viewport viewport, TimelineSelection selection) {}

    private final TimelineModel model;
    private final ViewportMover mover;
    private final ViewHistory<ViewStep> history = new ViewHistory<>();
    /// Whether the last movement followed the end of a growing trace.
    private boolean isFollowing;

    public ViewSteps(TimelineModel model, ViewportMover mover) {
        this.model = model;
        this.mover = mover;
    }

    /// Clears the history, for a new trace.
    public void reset() {
        history.clear();
    }

    private ViewStep current() {
        return new ViewStep(model.viewport(), model.selection());
    }

    /// Adds the current view before the selection is replaced or the user starts to drag.
    public void addSettled() {
        if (history.isStarted() && !mover.isMoving() && !model.pointer().isDragging()) {
            history.settle(current());
        }
    }

    /// Adds the current view when all movement has ended.
    public void onMovementEnd() {
        if (model.pointer().isDragging()) {
            return;
        }
        if (isFollowing && history.isStarted()) {
            history.replaceCurrent(current());
        } else {
            history.settle(current());
        }
        isFollowing = false;
    }

    /// Makes the next end of a movement replace the current view instead of adding one.
    void replaceNextStep() {
        isFollowing = true;
    }

    /// Returns the view before the current one, or null.
    @Nullable
    ViewStep back() {
        return history.goBack(current());
    }

    /// Returns the view that [#back] left, or null.
    @Nullable
    ViewStep forward() {
        return history.goForward(current());
    }

    /// Replaces the current entry with the restored part of the view of [#back] or [#forward].
    void onArrived(ViewStep view) {
        history.replaceCurrent(view);
    }

    /// Returns the last view that matches, or null.
    @Nullable
    ViewStep latest(Predicate<ViewStep> filter) {
        return history.latest(filter);
    }

    void change(UnaryOperator<ViewStep> change) {
        history.change(change);
    }

    public boolean hasBack() {
        return history.hasBack();
    }

    public boolean hasForward() {
        return history.hasForward();
    }
}
