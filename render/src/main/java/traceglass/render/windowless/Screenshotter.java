package traceglass.render.windowless;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.WritableImage;
import javafx.scene.transform.Scale;
import traceglass.render.TimelineView;

/// Draws a scene without a stage to an image of any size, even larger than the screen or without a screen.
///
/// Waits until every timeline in the scene is complete, so that a picture never shows a half-loaded state.
public final class Screenshotter {

    /// Layout may start work, and work may change the layout; it has settled after this many rounds.
    private static final int LAYOUT_ROUNDS = 3;

    private Screenshotter() {}

    /// Lays out the scene at its size and draws it at `scale` device pixels per px. Call on the JavaFX thread; the
    /// future completes there.
    ///
    /// @param ready called after each layout; its future is awaited before the picture is taken, and may be
    ///     complete already
    public static CompletableFuture<WritableImage> capture(
            Scene scene, double scale, Supplier<CompletableFuture<?>> ready) {
        CompletableFuture<WritableImage> result = new CompletableFuture<>();
        timelines(scene.getRoot()).forEach(timeline -> timeline.setPixelScale(scale));
        settle(scene, scale, ready, LAYOUT_ROUNDS, result);
        return result;
    }

    private static void settle(
            Scene scene,
            double scale,
            Supplier<CompletableFuture<?>> ready,
            int rounds,
            CompletableFuture<WritableImage> result) {
        try {
            if (rounds == 0) {
                result.complete(snapshot(scene, scale));
                return;
            }
            Parent root = scene.getRoot();
            root.applyCss();
            root.layout();
            List<CompletableFuture<?>> waits = new ArrayList<>();
            waits.add(ready.get());
            // A timeline without a size, below a maximized pane, is never drawn.
            timelines(root).stream()
                    .filter(timeline -> timeline.getWidth() > 0 && timeline.getHeight() > 0)
                    .forEach(timeline -> waits.add(timeline.whenIdle()));
            CompletableFuture.allOf(waits.toArray(CompletableFuture[]::new))
                    .whenComplete((_, failure) -> Platform.runLater(() -> {
                        if (failure != null) {
                            result.completeExceptionally(failure);
                        } else {
                            settle(scene, scale, ready, rounds - 1, result);
                        }
                    }));
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private static WritableImage snapshot(Scene scene, double scale) {
        SnapshotParameters parameters = new SnapshotParameters();
        parameters.setTransform(new Scale(scale, scale));
        parameters.setFill(scene.getFill());
        int width = (int) Math.round(scene.getWidth() * scale);
        int height = (int) Math.round(scene.getHeight() * scale);
        parameters.setViewport(new Rectangle2D(0, 0, width, height));
        return scene.getRoot().snapshot(parameters, new WritableImage(width, height));
    }

    private static List<TimelineView> timelines(Node node) {
        List<TimelineView> views = new ArrayList<>();
        collect(node, views);
        return views;
    }

    private static void collect(Node node, List<TimelineView> views) {
        if (!node.isVisible()) {
            return;
        }
        if (node instanceof TimelineView timeline) {
            views.add(timeline);
        } else if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> collect(child, views));
        }
    }
}
