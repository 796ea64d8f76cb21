package traceglass.render.input;

import traceglass.render.action.Operations;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scenes;

/// All controllers of one timeline.
public record Controllers(
        PointerInput pointer, HoverTracker hoverTracker, Wheel wheel, RowFocus focus, KeyActions keys) {

    /// Creates the controllers.
    ///
    /// @param operations actions that the controllers trigger
    /// @param requests receives requests that only the application can handle
    public static Controllers of(
            Scenes scenes,
            HitTest hitTest,
            Operations operations,
            TimelineRequests requests,
            PointerFeedback feedback) {
        TimelineModel model = scenes.model();
        HoverTracker hoverTracker = new HoverTracker(scenes, hitTest, operations.scrolling(), feedback);
        PointerInput.Gestures gestures = new PointerInput.Gestures(
                new AreaDrag(scenes, hitTest, operations.selectionControls(), hoverTracker, feedback),
                new MinimapDrag(scenes, operations.mover(), operations.viewportControls()),
                new LassoDrag(model, operations.selectionControls()),
                new RowDrag(model, operations.scrolling(), operations.tracks()),
                new Clicks(
                        scenes,
                        hitTest,
                        operations.selectionControls(),
                        operations.tracks(),
                        operations.viewportControls(),
                        requests));
        return new Controllers(
                new PointerInput(scenes, hitTest, operations, hoverTracker, feedback, gestures),
                hoverTracker,
                new Wheel(model, operations.mover(), operations.arrangement(), operations.scrolling(), hoverTracker),
                new RowFocus(model, operations, requests),
                new KeyActions(model, operations.scrolling(), operations.tracks()));
    }
}
