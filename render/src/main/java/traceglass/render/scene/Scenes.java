package traceglass.render.scene;

import java.util.List;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Keeps the scene of a timeline until its state changes, so that painting and hit-testing use the same boxes.
public final class Scenes {

    private final TimelineModel model;
    private double deviceScale = 1;
    private Inputs inputs;
    private Scene scene;

    public Scenes(TimelineModel model) {
        this.model = model;
        inputs = Inputs.of(model);
        scene = Scene.of(model);
    }

    /// Everything that a scene depends on.
    private record Inputs(
            Layout layout,
            double scrollY,
            double pinnedScroll,
            Viewport viewport,
            TimeSpan allowedSpan,
            List<Note> notes,
            TimelineSelection selection,
            Geometry geometry) {

        static Inputs of(TimelineModel model) {
            return new Inputs(
                    model.layout(),
                    model.scrollY(),
                    model.pinnedScroll(),
                    model.viewport(),
                    model.allowedSpan(),
                    model.marks().notes(),
                    model.selection(),
                    model.geometry());
        }

        /// Whether they are still the same. Objects are compared by identity, because lists may be long.
        boolean matches(TimelineModel model) {
            return layout == model.layout()
                    && scrollY == model.scrollY()
                    && pinnedScroll == model.pinnedScroll()
                    && viewport == model.viewport()
                    && allowedSpan == model.allowedSpan()
                    && notes == model.marks().notes()
                    && selection == model.selection()
                    && geometry == model.geometry();
        }
    }

    /// State from which the scenes are built.
    public TimelineModel model() {
        return model;
    }

    /// Device pixels per px of the painted boxes.
    public double deviceScale() {
        return deviceScale;
    }

    public void setDeviceScale(double scale) {
        deviceScale = scale;
    }

    /// Scene of the current state.
    public Scene scene() {
        if (!inputs.matches(model)) {
            inputs = Inputs.of(model);
            scene = Scene.of(model);
        }
        return scene;
    }
}
