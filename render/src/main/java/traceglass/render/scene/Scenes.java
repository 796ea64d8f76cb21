package traceglass.render.scene;

import java.util.List;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.picture.PaintState;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Keeps the scene of a timeline until its state changes, so that painting and hit-testing use the same boxes.
public final class Scenes {

    private final PaintState picture;
    private Scene scene;
    private Layout layout;
    private double scrollY;
    private double deviceScale = 1;
    private double pinnedScroll;
    private Viewport viewport;
    private TimeSpan reach;
    private List<Note> notes;
    private TimelineSelection selection;

    public Scenes(PaintState picture) {
        this.picture = picture;
        layout = picture.layout;
        viewport = picture.viewport;
        reach = picture.reach();
        notes = picture.notes;
        selection = picture.selection;
        scene = Scene.of(picture);
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
        if (!isCurrent()) {
            build();
        }
        return scene;
    }

    private boolean isCurrent() {
        return layout == picture.layout
                && scrollY == picture.scrollY
                && pinnedScroll == picture.pinnedScroll
                && viewport == picture.viewport
                && reach == picture.reach()
                && notes == picture.notes
                && selection == picture.selection
                && scene.geometry() == picture.geometry;
    }

    private void build() {
        layout = picture.layout;
        scrollY = picture.scrollY;
        pinnedScroll = picture.pinnedScroll;
        viewport = picture.viewport;
        reach = picture.reach();
        notes = picture.notes;
        selection = picture.selection;
        scene = Scene.of(picture);
    }
}
