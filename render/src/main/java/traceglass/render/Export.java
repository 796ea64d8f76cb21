package traceglass.render;

import java.util.concurrent.CompletableFuture;
import javafx.scene.Group;
import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.WritableImage;
import traceglass.render.action.Arrangement;
import traceglass.render.action.FrameRequests;
import traceglass.render.mark.TimelineBoxes;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.paint.OverlayPainter;
import traceglass.render.paint.Painter;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.Pen;
import traceglass.render.surface.SvgSurface;
import traceglass.render.text.TimelineViewTexts;

/// Draws the visible part of a timeline again, at a larger scale or as vectors, with the same painters as the screen.
/// Used on the JavaFX thread.
final class Export {

    /// Largest width and height of an image that JavaFX can draw.
    static final int MAX_SIDE_PX = 16_000;

    private final TimelineModel model;
    private final Arrangement arrangement;
    private final FrameRequests requests;
    private final PaintLoop loop;

    Export(TimelineModel model, Arrangement arrangement, FrameRequests requests, PaintLoop loop) {
        this.model = model;
        this.arrangement = arrangement;
        this.requests = requests;
        this.loop = loop;
    }

    CompletableFuture<WritableImage> image(double newScale) {
        int width = (int) Math.round(arrangement.width() * newScale);
        int height = (int) Math.round(arrangement.height() * newScale);
        if (newScale <= 0 || width < 1 || height < 1 || width > MAX_SIDE_PX || height > MAX_SIDE_PX) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException(TimelineViewTexts.pictureTooLarge(width, height, MAX_SIDE_PX)));
        }
        return prepare(newScale).thenCompose(_ -> {
            Canvas tracks = new Canvas(width, height);
            Canvas overlay = new Canvas(width, height);
            for (Canvas canvas : new Canvas[] {tracks, overlay}) {
                canvas.getGraphicsContext2D().setTransform(newScale, 0, 0, newScale, 0, 0);
            }
            paint(new Pen(tracks.getGraphicsContext2D(), newScale), new Pen(overlay.getGraphicsContext2D(), newScale));
            CompletableFuture<WritableImage> image = new CompletableFuture<>();
            // The asynchronous snapshot is taken at the next pulse, so the JavaFX thread does not block.
            new Group(tracks, overlay)
                    .snapshot(
                            result -> {
                                image.complete(result.getImage());
                                return null;
                            },
                            new SnapshotParameters(),
                            new WritableImage(width, height));
            return image;
        });
    }

    CompletableFuture<String> svg(double newScale, String title) {
        return prepare(newScale).thenApply(_ -> {
            SvgSurface surface = new SvgSurface(arrangement.width(), arrangement.height());
            Pen pen = new Pen(surface, newScale);
            paint(pen, pen);
            return surface.file(title);
        });
    }

    /// Waits until all visible tracks have frames at the resolution of the picture.
    private CompletableFuture<Void> prepare(double newScale) {
        requests.setExportScale(newScale);
        return loop.whenIdle().whenComplete((_, _) -> requests.setExportScale(0));
    }

    /// Paints everything except the elements that depend on the pointer.
    private void paint(Pen tracks, Pen overlay) {
        Hover hover = model.pointer().hover();
        double pointerX = model.pointer().x();
        double noteHoverX = model.pointer().noteX();
        model.pointer().setHover(Hover.NONE);
        model.pointer().setX(Double.NaN);
        model.pointer().setNoteX(Double.NaN);
        // Boxes are aligned to the pixels of the picture instead of those of the screen.
        Scenes scenes = TimelineBoxes.scenes(model);
        scenes.setDeviceScale(tracks.deviceScale());
        try {
            new Painter(scenes, tracks).paint();
            new OverlayPainter(scenes, overlay).paint();
        } finally {
            model.pointer().setHover(hover);
            model.pointer().setX(pointerX);
            model.pointer().setNoteX(noteHoverX);
            model.changes().markTracks();
        }
    }
}
