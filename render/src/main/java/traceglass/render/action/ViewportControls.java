package traceglass.render.action;

import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Moves the visible window: by steps, with held keys, to the selection, and back and forward together with the
/// selection.
public final class ViewportControls {

    private final TimelineModel model;
    private final ViewportMover mover;
    private final ViewSteps steps;
    private final ViewRestorer restorer;
    private final Arrangement arrangement;

    public ViewportControls(
            TimelineModel model, ViewportMover mover, ViewSteps steps, ViewRestorer restorer, Arrangement arrangement) {
        this.model = model;
        this.mover = mover;
        this.steps = steps;
        this.restorer = restorer;
        this.arrangement = arrangement;
    }

    /// Shows the whole trace.
    public void zoomToFit() {
        zoomTo(model.allowedSpan());
    }

    /// Shows exactly this span; eases there unless motion is reduced.
    public void zoomTo(TimeSpan span) {
        mover.easeTo(Viewport.of(span).clampTo(model.allowedSpan()));
    }

    /// Zooms so that the selection takes 80% of the window; an instant gets a five-hundredth of the visible time.
    /// A second call returns to the previous window.
    public void focusSelection() {
        TimeSpan span = model.selection().span();
        if (span == null) {
            return;
        }
        if (model.selection() instanceof TimelineSelection.Event(TrackItem item)) {
            arrangement.showRowOf(item);
        }
        mover.focus(span);
    }

    /// Moves the window by a multiple of its length; 1 is a whole window to the right.
    public void panBy(double windows) {
        mover.easeTo(mover.target().pan(windows * mover.target().spanNs(), model.allowedSpan()));
    }

    /// Zooms around the pointer, or around the middle if the pointer is elsewhere; a factor below 1 zooms in.
    public void zoomBy(double factor) {
        mover.easeTo(
                mover.target().zoom(factor, mover.anchorX(), model.geometry().timeWidth(), model.allowedSpan()));
    }

    /// Shows a span that follows the end of a growing trace; [#goBack] does not return to it. A movement by the user
    /// takes precedence.
    ///
    /// @return whether the span is shown
    public boolean follow(TimeSpan span) {
        if (mover.isMoving() || model.pointer().isDragging()) {
            return false;
        }
        steps.replaceNextStep();
        mover.jumpTo(span);
        return true;
    }

    /// Starts moving as for a held key: one step immediately, then accelerating until [#stop].
    public void start(MoveDirection move) {
        mover.press(move);
    }

    /// Stops a movement that [#start] began.
    public void stop(MoveDirection move) {
        mover.release(move);
    }

    /// Returns to the previous window and selection.
    public void goBack() {
        restorer.show(steps.back());
    }

    /// Returns to the window and selection that [#goBack] left.
    public void forward() {
        restorer.show(steps.forward());
    }

    /// Restores the selection before the current one.
    public void restoreSelection() {
        restorer.restore();
    }

    /// Whether [#restoreSelection] has something to select.
    public boolean canRestoreSelection() {
        return restorer.canRestore();
    }

    /// Removes all selections from the history, for when the ids of events change.
    public void clearSelections() {
        steps.change(view -> new ViewSteps.ViewStep(view.viewport(), TimelineSelection.NOTHING));
    }
}
