package traceglass.render.action;

import java.util.function.BooleanSupplier;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;
import traceglass.render.tree.TrackTree;

/// All operations on one timeline.
public record Operations(
        Scrolling scrolling,
        Arrangement arrangement,
        FrameRequests frames,
        RowHighlight highlight,
        TrackControls tracks,
        ViewportMover mover,
        ViewSteps steps,
        SelectionControls selectionControls,
        ViewportControls viewportControls,
        PendingReveal reveals,
        PairControls pair,
        Marks marks) {

    /// Creates the operations on a model and its tree.
    ///
    /// @param requests receives requests that only the application can handle
    /// @param field shows the track filter
    /// @param isOnScreen whether the timeline is on a screen, where its movements can be seen
    public static Operations of(
            TimelineModel model,
            TrackTree tree,
            TimelineRequests requests,
            TrackFilterField field,
            BooleanSupplier isOnScreen) {
        Scrolling scrolling = new Scrolling(model);
        Arrangement arrangement = new Arrangement(model, tree, scrolling);
        RowHighlight highlight = new RowHighlight(model);
        TrackControls tracks = new TrackControls(model, tree, arrangement, scrolling, highlight, field);
        ViewportMover mover = new ViewportMover(model, isOnScreen);
        ViewSteps steps = new ViewSteps(model, mover);
        SelectionControls selectionControls = new SelectionControls(model, tree, steps, mover, arrangement, requests);
        ViewRestorer restorer =
                new ViewRestorer(model, steps, mover, arrangement, scrolling, tracks, selectionControls);
        return new Operations(
                scrolling,
                arrangement,
                new FrameRequests(model, scrolling),
                highlight,
                tracks,
                mover,
                steps,
                selectionControls,
                new ViewportControls(model, mover, steps, restorer, arrangement),
                new PendingReveal(model, tree, scrolling, mover, selectionControls),
                new PairControls(model, mover, arrangement, scrolling, tracks),
                new Marks(model));
    }
}
