package traceglass.render.input;

import traceglass.render.action.Operations;
import traceglass.render.action.Requests;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scenes;

/// All controllers of one timeline.
public record Controllers(PointerInput pointer, Hovering hovering, Wheel wheel, RowFocus focus, KeyActions keys) {

    /// Creates the controllers.
    ///
    /// @param operations what they do
    /// @param requests receives what only the application can do
    public static Controllers of(
            Scenes scenes, HitTest hitTest, Operations operations, Requests requests, PointerFeedback feedback) {
        TimelineModel model = scenes.model();
        Hovering hovering = new Hovering(scenes, hitTest, operations.scrolling(), feedback);
        PointerInput.Gestures gestures = new PointerInput.Gestures(
                new AreaDrag(scenes, hitTest, operations.selecting(), hovering, feedback),
                new MinimapDrag(scenes, operations.mover(), operations.movement()),
                new LassoDrag(model, operations.selecting()),
                new RowDrag(model, operations.scrolling(), operations.tracks()),
                new Clicks(
                        scenes, hitTest, operations.selecting(), operations.tracks(), operations.movement(), requests));
        return new Controllers(
                new PointerInput(scenes, hitTest, operations, hovering, feedback, gestures),
                hovering,
                new Wheel(model, operations.mover(), operations.arrangement(), operations.scrolling(), hovering),
                new RowFocus(model, operations, requests),
                new KeyActions(model, operations.scrolling(), operations.tracks()));
    }
}
