package traceglass.render.scene;

import traceglass.render.layout.Layout;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;

/// Keeps the scene of a timeline until its state changes, so that painting and hit-testing use the same boxes.
public final class Scenes {

    private final PaintState picture;
    private Scene scene;
    private Layout layout;
    private double scrollY;
    private double pinnedScroll;

    public Scenes(PaintState picture) {
        this.picture = picture;
        layout = picture.layout;
        scene = Scene.of(picture);
    }

    /// State from which the scenes are built.
    public PaintState picture() {
        return picture;
    }

    /// Scene of the current state.
    public Scene scene() {
        if (!isCurrent()) {
            build();
        }
        return scene;
    }

    private boolean isCurrent() {
        Geometry geometry = picture.geometry;
        return layout == picture.layout
                && scrollY == picture.scrollY
                && pinnedScroll == picture.pinnedScroll
                && scene.geometry() == geometry;
    }

    private void build() {
        layout = picture.layout;
        scrollY = picture.scrollY;
        pinnedScroll = picture.pinnedScroll;
        scene = Scene.of(picture);
    }
}
