package traceglass.render;

import java.util.List;
import javafx.scene.canvas.Canvas;
import javafx.scene.transform.Scale;
import traceglass.render.paint.OverlayPainter;
import traceglass.render.paint.Painter;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.Pen;

/// The two canvases: one for the tracks and everything around them, and one on top for the pointer and the selection,
/// so that hovering does not repaint the tracks.
final class Surfaces {

    final Canvas tracks = new Canvas();
    final Canvas overlay = new Canvas();
    private final Scenes scenes;
    private double pixelScale;
    private Painter trackPainter;
    private OverlayPainter overlayPainter;
    private Pen overlayPen;

    Surfaces(Scenes scenes) {
        this.scenes = scenes;
        tracks.setMouseTransparent(true);
        overlay.setMouseTransparent(true);
        setPixelScale(1);
    }

    /// Increases the resolution of the canvases and scales them down by the same factor, so that they stay sharp when
    /// the whole scene is drawn enlarged.
    void setPixelScale(double scale) {
        pixelScale = scale;
        scenes.setDeviceScale(scale);
        for (Canvas canvas : List.of(tracks, overlay)) {
            canvas.getTransforms().setAll(new Scale(1 / scale, 1 / scale));
        }
        trackPainter = new Painter(scenes, new Pen(tracks.getGraphicsContext2D(), scale));
        overlayPen = new Pen(overlay.getGraphicsContext2D(), scale);
        overlayPainter = new OverlayPainter(scenes, overlayPen);
    }

    double pixelScale() {
        return pixelScale;
    }

    void resize(double width, double height) {
        for (Canvas canvas : List.of(tracks, overlay)) {
            canvas.setWidth(Math.ceil(width * pixelScale));
            canvas.setHeight(Math.ceil(height * pixelScale));
            canvas.relocate(0, 0);
        }
    }

    void paintTracks() {
        tracks.getGraphicsContext2D().setTransform(pixelScale, 0, 0, pixelScale, 0, 0);
        trackPainter.paint();
    }

    void paintOverlay() {
        overlay.getGraphicsContext2D().setTransform(pixelScale, 0, 0, pixelScale, 0, 0);
        overlayPainter.paint();
        // Even if empty, a transparent canvas of this size would be blended in every frame.
        overlay.setVisible(!overlayPen.isBlank());
    }
}
