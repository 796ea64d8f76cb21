package traceglass.render.scene;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.render.font.Fonts;
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
    private final List<BoxFactory> factories;
    private double deviceScale = 1;
    private Inputs inputs;
    private Scene scene;

    /// @param factories kinds of boxes
    public Scenes(TimelineModel model, List<BoxFactory> factories) {
        this.model = model;
        this.factories = List.copyOf(factories);
        inputs = Inputs.of(model, deviceScale);
        scene = Scene.of(model, deviceScale, this.factories);
    }

    /// Everything that a scene depends on.
    private record Inputs(
            Layout layout,
            double scrollY,
            double pinnedScroll,
            Viewport viewport,
            TimeSpan allowedSpan,
            @Nullable Long zeroTime,
            int marks,
            TimelineSelection selection,
            Geometry geometry,
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
                    model.zeroTime(),
                    model.marks().version(),
                    model.selection(),
                    model.geometry(),
                    model.times(),
                    model.fonts(),
                    loadedData(model),
                    deviceScale);
        }

        /// Version of the data in which single events are found; only boxes for a selection use it.
        private static int loadedData(TimelineModel model) {
            return model.selection().equals(TimelineSelection.NOTHING)
                    ? 0
                    : model.frames().indexVersion();
        }

        /// Whether they are still the same. Objects are compared by identity, because lists may be long.
        boolean matches(TimelineModel model, double deviceScale) {
            return layout == model.layout()
                    && scrollY == model.scrollY()
                    && pinnedScroll == model.pinnedScroll()
                    && viewport == model.viewport()
                    && allowedSpan == model.allowedSpan()
                    && Objects.equals(zeroTime, model.zeroTime())
                    && marks == model.marks().version()
                    && selection == model.selection()
                    && geometry == model.geometry()
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
            scene = Scene.of(model, deviceScale, factories);
        }
        return scene;
    }
}
