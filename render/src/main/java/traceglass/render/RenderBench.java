package traceglass.render;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import javafx.animation.AnimationTimer;
import traceglass.model.time.TimeSpan;
import traceglass.render.time.Viewport;

/// Drives a timeline through a fixed ride, one step a pulse, and says how it kept up: zoom in by four thousand times, pan across,
/// zoom out, scroll down and back up.
public final class RenderBench {

    private static final double DEEPEST = 1 / 4096.0;
    /// Scrolled in one frame: 2,400 px a second, as by a fast wheel.
    private static final double SCROLL_PX = 40;

    /// What was measured.
    ///
    /// @param frames      painted frames
    /// @param fxMsP50     median time on the JavaFX thread for one frame: taking over results, layout, painting
    /// @param fxMsP99     the slowest of a hundred
    /// @param buildMsP50  median time of a folding job on the worker
    /// @param buildMsP99  the slowest of a hundred
    /// @param blankFrames frames in which a visible part of a track had nothing to show
    public record Figures(int frames, double fxMsP50, double fxMsP99, double buildMsP50, double buildMsP99, int blankFrames) {}

    private RenderBench() {}

    /// Runs the ride on a timeline that is in a scene and has a size; `steps` frames in all. Call on the JavaFX thread; the future
    /// completes there. The first load of the visible tracks is waited for and not counted.
    public static CompletableFuture<Figures> run(TimelineView timeline, int steps) {
        CompletableFuture<Figures> result = new CompletableFuture<>();
        timeline.whenIdle().thenRun(() -> {
            timeline.stats().clear();
            timeline.picture.frames.takeBuildMillis();
            new Ride(timeline, Math.max(8, steps), result).start();
        });
        return result;
    }

    private static final class Ride extends AnimationTimer {

        private final TimelineView timeline;
        private final int steps;
        private final CompletableFuture<Figures> result;
        private final TimeSpan bounds;
        private int step;

        Ride(TimelineView timeline, int steps, CompletableFuture<Figures> result) {
            this.timeline = timeline;
            this.steps = steps;
            this.result = result;
            this.bounds = timeline.bounds();
        }

        @Override
        public void handle(long now) {
            if (step >= steps) {
                stop();
                result.complete(figures());
                return;
            }
            double t = (double) step++ / steps * 4;
            double whole = bounds.durNs();
            double small = Math.max(Viewport.MIN_SPAN_NS, whole * DEEPEST);
            if (t < 1) {
                show(whole * .4, whole * Math.pow(small / whole, t));
            } else if (t < 2) {
                // Across forty windows: faster than anybody drags.
                show(whole * .4 + (t - 1) * 40 * small, small);
            } else if (t < 3) {
                show(whole * .5, small * Math.pow(whole / small, t - 2));
            } else {
                double down = 1 - Math.abs((t - 3) * 2 - 1);
                timeline.scrollTo(down * Math.min(timeline.contentHeight(), steps / 8 * SCROLL_PX));
            }
        }

        private void show(double middle, double span) {
            timeline.setViewport(Viewport.at(bounds.start(), middle - span / 2, span).within(bounds));
        }

        private Figures figures() {
            double[] fx = timeline.stats().millis();
            double[] build = timeline.picture.frames.takeBuildMillis();
            return new Figures(fx.length, percentile(fx, .5), percentile(fx, .99), percentile(build, .5), percentile(build, .99),
                    timeline.stats().blank());
        }
    }

    /// The smallest value that at least a share of the values do not exceed; 0 for none.
    static double percentile(double[] values, double share) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.clamp((int) Math.ceil(sorted.length * share) - 1, 0, sorted.length - 1)];
    }
}
