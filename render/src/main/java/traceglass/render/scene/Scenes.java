package traceglass.render.scene;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.Wakeup;
import traceglass.render.font.Fonts;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;

/// Keeps the scene of a timeline until its state changes, so that painting and hit-testing use the same boxes.
public final class Scenes {

    private final TimelineModel model;
    private double deviceScale = 1;
    private Inputs inputs;
    private Scene scene;

    public Scenes(TimelineModel model) {
        this.model = model;
        inputs = Inputs.of(model, deviceScale);
        scene = Scene.of(model, deviceScale);
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
            Geometry geometry,
            List<Flow> flows,
            @Nullable Wakeup wakeup,
            TimeStyle times,
            Fonts fonts,
            int loadedData,
            double deviceScale) {

        static Inputs of(TimelineModel model, double deviceScale) {
            return new Inputs(
                    model.layout(),
                    model.scrollY(),
                    model.pinnedScroll(),
                    model.viewport(),
                    model.allowedSpan(),
                    model.marks().notes(),
                    model.selection(),
                    model.geometry(),
                    model.marks().flows(),
                    model.marks().wakeup(),
                    model.times(),
                    model.fonts(),
                    loadedData(model),
                    deviceScale);
        }

        /// Version of the data in which the ends of flows are found.
        private static int loadedData(TimelineModel model) {
            return model.marks().flows().isEmpty() ? 0 : model.frames().indexVersion();
        }

        /// Whether they are still the same. Objects are compared by identity, because lists may be long.
        boolean matches(TimelineModel model, double deviceScale) {
            return layout == model.layout()
                    && scrollY == model.scrollY()
                    && pinnedScroll == model.pinnedScroll()
                    && viewport == model.viewport()
                    && allowedSpan == model.allowedSpan()
                    && notes == model.marks().notes()
                    && selection == model.selection()
                    && geometry == model.geometry()
                    && flows == model.marks().flows()
                    && wakeup == model.marks().wakeup()
                    && times == model.times()
                    && fonts == model.fonts()
                    && loadedData == loadedData(model)
                    && this.deviceScale == deviceScale;
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
        if (!inputs.matches(model, deviceScale)) {
            inputs = Inputs.of(model, deviceScale);
            scene = Scene.of(model, deviceScale);
        }
        return scene;
    }
}
