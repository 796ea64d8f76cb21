package traceglass.render.windowless;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.canvas.Canvas;
import traceglass.render.TimelineView;
import traceglass.render.color.Theme;
import traceglass.render.frame.FrameLoader;
import traceglass.render.layout.Row;
import traceglass.render.mark.TimelineBoxes;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.paint.Painter;
import traceglass.render.surface.InstalledFonts;
import traceglass.render.surface.Pen;
import traceglass.render.time.Viewport;
import traceglass.render.tree.TrackTree;
import traceglass.store.time.TimeSpan;

/// Warms up the painting code: paints a synthetic trace off screen, so that the virtual machine has compiled it before
/// the user moves the timeline. Without it, the first frames of a movement took four times as long as later ones.
/// Paints one frame per pulse, only while the visible timeline rests, once per process.
public final class PaintWarmUp {

    /// Steps of each movement; more steps brought no further gain.
    private static final int STEPS = 30;
    private static final double WIDTH = 1600;
    private static final double HEIGHT = 900;
    private static final double LABEL_WIDTH = 280;
    private static final double MIN_SPAN_NS = 20_000;

    private static CompletableFuture<Void> done;

    private final TimelineView visible;
    private final TimelineModel model = new TimelineModel(new InstalledFonts());
    private final TrackTree tree = new TrackTree();
    private final TimeSpan bounds;
    private final Canvas canvas = new Canvas(WIDTH, HEIGHT);
    private final Painter painter = new Painter(TimelineBoxes.scenes(model), new Pen(canvas.getGraphicsContext2D(), 1));
    private int step;

    private PaintWarmUp(TimelineView visible, WarmUpTrace trace) {
        this.visible = visible;
        bounds = trace.bounds();
        model.setTheme(Theme.LIGHT);
        model.setBounds(bounds);
        // Folding runs on the calling thread, because there is little of it.
        model.setFrames(new FrameLoader(model.palette(), Runnable::run, () -> {}, Long.MAX_VALUE));
        model.frames().setModes(tree::mode);
        model.frames().setSource(trace, true);
        model.tracks().setCounterStyles(tree::counterStyle);
        model.tracks().setNodes(tree::node);
        tree.setRoots(trace.roots());
        model.tracks().setParents(tree.parents());
    }

    /// Starts the warm-up while a timeline is shown, unless it has already run. Call on the JavaFX thread.
    ///
    /// @return completes on the JavaFX thread when the warm-up has finished, or when the timeline is no longer
    ///     shown; the next timeline may then start it again. Never fails
    public static CompletableFuture<Void> begin(TimelineView visible) {
        if (done == null) {
            CompletableFuture<Void> completion = new CompletableFuture<>();
            done = completion;
            warmUp(visible).thenAccept(isComplete -> {
                if (!isComplete) {
                    done = null;
                }
                completion.complete(null);
            });
        }
        return done;
    }

    /// Runs the warm-up even if it has already run. Call on the JavaFX thread.
    ///
    /// @return completes on the JavaFX thread with true if the warm-up finished, false if it was interrupted
    static CompletableFuture<Boolean> warmUp(TimelineView visible) {
        CompletableFuture<Boolean> completion = new CompletableFuture<>();
        CompletableFuture.supplyAsync(WarmUpTrace::new)
                .whenComplete((trace, failure) -> Platform.runLater(() -> {
                    if (failure == null) {
                        new PaintWarmUp(visible, trace).start(completion);
                    } else {
                        completion.complete(true);
                    }
                }));
        return completion;
    }

    private void start(CompletableFuture<Boolean> completion) {
        new AnimationTimer() {
            @Override
            public void handle(long now) {
                boolean isComplete = step == 3 * STEPS;
                if (isComplete || visible.getScene() == null || visible.isDisposed()) {
                    stop();
                    completion.complete(isComplete);
                } else if (visible.isResting()) {
                    paint(now);
                }
            }
        }.start();
    }

    /// Zooms in from the whole trace, pans, and zooms out while scrolling.
    private void paint(long now) {
        double t = (double) (step % STEPS) / STEPS;
        double duration = bounds.durNs();
        double zoomed = duration * Math.pow(MIN_SPAN_NS / duration, t);
        model.painting().setNowNs(now);
        switch (step / STEPS) {
            case 0 -> show(duration * .4, zoomed);
            case 1 -> show(duration * (.4 + t * .1), MIN_SPAN_NS * 50);
            default -> {
                show(duration * .5, MIN_SPAN_NS * duration / zoomed);
                model.setScrollY(t * Math.max(0, model.layout().height() - HEIGHT));
            }
        }
        step++;
        model.setLayout(tree.layout(model.theme(), model.frames()::rows));
        model.tracks().setFlat(tree.flat());
        model.setGeometry(Geometry.of(WIDTH, HEIGHT, LABEL_WIDTH, -1, model.layout(), 1, false));
        // The first round loads, the second one folds.
        for (int i = 0; i < 2; i++) {
            model.frames()
                    .request(
                            model.layout().rows().stream().map(Row::node).toList(),
                            List.of(),
                            model.viewport(),
                            model.geometry().timeWidth(),
                            bounds);
            model.frames().drain();
        }
        painter.paint();
    }

    private void show(double middle, double span) {
        model.setViewport(Viewport.at(bounds.start(), middle - span / 2, span).clampTo(bounds));
    }
}
