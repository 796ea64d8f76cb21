package traceglass.render;

import java.util.concurrent.CompletableFuture;
import javafx.scene.Group;
import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.WritableImage;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.paint.OverlayPainter;
import traceglass.render.paint.Painter;
import traceglass.render.surface.Pen;
import traceglass.render.surface.SvgSurface;
import traceglass.render.text.TimelineViewTexts;

/// Draws the visible part of a timeline again, at a larger scale or as vectors, with the same painters as the screen.
/// Used on the JavaFX thread.
final class Export {

    /// Largest width and height of an image that JavaFX can draw.
    static final int MAX_SIDE_PX = 16_000;

    private final TimelineView view;
    private final TimelineModel model;
    /// Device pixels per px for which frames are folded during an export, else 0.
    private double scale;

    Export(TimelineView view) {
        this.view = view;
        this.model = view.model;
    }

    double scale() {
        return scale;
    }

    CompletableFuture<WritableImage> image(double newScale) {
        int width = (int) Math.round(view.getWidth() * newScale);
        int height = (int) Math.round(view.getHeight() * newScale);
        if (newScale <= 0 || width < 1 || height < 1 || width > MAX_SIDE_PX || height > MAX_SIDE_PX) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException(TimelineViewTexts.pictureTooLarge(width, height, MAX_SIDE_PX)));
        }
        return prepared(newScale).thenCompose(_ -> {
            Canvas tracks = new Canvas(width, height);
            Canvas overlay = new Canvas(width, height);
            for (Canvas canvas : new Canvas[] {tracks, overlay}) {
                canvas.getGraphicsContext2D().setTransform(newScale, 0, 0, newScale, 0, 0);
            }
            paint(new Pen(tracks.getGraphicsContext2D(), newScale), new Pen(overlay.getGraphicsContext2D(), newScale));
            CompletableFuture<WritableImage> drawn = new CompletableFuture<>();
            // The asynchronous snapshot is taken at the next pulse, so the JavaFX thread does not block.
            new Group(tracks, overlay)
                    .snapshot(
                            result -> {
                                drawn.complete(result.getImage());
                                return null;
                            },
                            new SnapshotParameters(),
                            new WritableImage(width, height));
            return drawn;
        });
    }

    CompletableFuture<String> svg(double newScale, String title) {
        return prepared(newScale).thenApply(_ -> {
            SvgSurface surface = new SvgSurface(view.getWidth(), view.getHeight());
            Pen pen = new Pen(surface, newScale);
            paint(pen, pen);
            return surface.file(title);
        });
    }

    /// Waits until all visible tracks have frames at the resolution of the picture.
    private CompletableFuture<Void> prepared(double newScale) {
        scale = newScale;
        return view.whenIdle().whenComplete((_, _) -> scale = 0);
    }

    /// Paints everything except the elements that depend on the pointer.
    private void paint(Pen tracks, Pen overlay) {
        Hover hover = model.pointer().hover();
        double pointerX = model.pointer().x();
        double noteHoverX = model.pointer().noteX();
        model.pointer().setHover(Hover.NONE);
        model.pointer().setX(Double.NaN);
        model.pointer().setNoteX(Double.NaN);
        try {
            new Painter(view.scenes, tracks).paint();
            new OverlayPainter(view.scenes, overlay).paint();
        } finally {
            model.pointer().setHover(hover);
            model.pointer().setX(pointerX);
            model.pointer().setNoteX(noteHoverX);
            view.changed();
        }
    }
}
