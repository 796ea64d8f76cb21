package traceglass.render.scene;

import java.util.List;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Keeps the scene of a timeline until its state changes, so that painting and hit-testing use the same boxes.
public final class Scenes {

    private final PaintState picture;
    private double deviceScale = 1;
    private Inputs inputs;
    private Scene scene;

    public Scenes(PaintState picture) {
        this.picture = picture;
        inputs = Inputs.of(picture);
        scene = Scene.of(picture);
    }

    /// Everything that a scene depends on.
    private record Inputs(
            Layout layout,
            double scrollY,
            double pinnedScroll,
            Viewport viewport,
            TimeSpan reach,
            List<Note> notes,
            TimelineSelection selection,
            Geometry geometry) {

        static Inputs of(PaintState picture) {
            return new Inputs(
                    picture.layout,
                    picture.scrollY,
                    picture.pinnedScroll,
                    picture.viewport,
                    picture.reach(),
                    picture.notes,
                    picture.selection,
                    picture.geometry);
        }

        /// Whether they are still the same. Objects are compared by identity, because lists may be long.
        boolean areOf(PaintState picture) {
            return layout == picture.layout
                    && scrollY == picture.scrollY
                    && pinnedScroll == picture.pinnedScroll
                    && viewport == picture.viewport
                    && reach == picture.reach()
                    && notes == picture.notes
                    && selection == picture.selection
                    && geometry == picture.geometry;
        }
    }

    /// State from which the scenes are built.
    public PaintState picture() {
        return picture;
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
        if (!inputs.areOf(picture)) {
            inputs = Inputs.of(picture);
            scene = Scene.of(picture);
        }
        return scene;
    }
}
