package traceglass.render.windowless;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import javafx.animation.AnimationTimer;
import traceglass.render.TimelineView;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Benchmark of a timeline, one step per pulse: zooms in from the whole trace to ten microseconds, pans across, zooms
/// out, scrolls down over all tracks and back up.
public final class RenderBench {

    private static final double DEEPEST_NS = 10_000;
    /// Distance scrolled in one frame: 2,400 px per second, as with a fast wheel.
    private static final double SCROLL_PX = 40;
    /// Largest number of frames for each scroll direction.
    private static final int MAX_SCROLLED = 1500;

    /// Results of the benchmark.
    ///
    /// @param frames number of painted frames
    /// @param fxMsP50 median time on the JavaFX thread for one frame: taking over results, layout, painting
    /// @param fxMsP99 99th percentile of that time
    /// @param fxCpuMsP99 99th percentile of the thread's CPU time for one frame
    /// @param fxWaitMsP99 99th percentile of the time in a frame without a CPU, because other threads of this or
    ///     other programs used them
    /// @param buildMsP50 median time of a folding job on the worker
    /// @param buildMsP99 99th percentile of that time
    /// @param blankFrames number of frames in which a visible part of a track had nothing to show
    public record RenderBenchResult(
            int frames,
            double fxMsP50,
            double fxMsP99,
            double fxCpuMsP99,
            double fxWaitMsP99,
            double buildMsP50,
            double buildMsP99,
            int blankFrames) {}

    private RenderBench() {}

    /// Runs the benchmark on a timeline that is in a scene and has a size. Call on the JavaFX thread; the future
    /// completes there. `steps` frames are spent on zooming and panning, and as many more on scrolling as the
    /// tracks need, but at most five times `steps`. The first load of the visible tracks is not measured.
    public static CompletableFuture<RenderBenchResult> run(TimelineView timeline, int steps) {
        CompletableFuture<RenderBenchResult> result = new CompletableFuture<>();
        timeline.whenIdle().thenRun(() -> {
            timeline.stats().clear();
            timeline.model.frames().takeBuildMillis();
            new BenchRun(timeline, Math.max(8, steps), result).start();
        });
        return result;
    }

    private static final class BenchRun extends AnimationTimer {

        private final TimelineView timeline;
        private final int steps;
        private final CompletableFuture<RenderBenchResult> result;
        private final TimeSpan bounds;
        private final int scrolls;
        private int step;

        BenchRun(TimelineView timeline, int steps, CompletableFuture<RenderBenchResult> result) {
            this.timeline = timeline;
            this.steps = steps;
            this.result = result;
            this.bounds = timeline.bounds();
            this.scrolls = (int)
                    Math.min(Math.min(MAX_SCROLLED, 5 * steps / 2), Math.ceil(timeline.contentHeight() / SCROLL_PX));
        }

        @Override
        public void handle(long now) {
            if (step >= steps + 2 * scrolls) {
                stop();
                result.complete(result());
                return;
            }
            double t = (double) step / steps * 3;
            double duration = bounds.durNs();
            double shortestNs = Math.clamp(DEEPEST_NS, Viewport.MIN_SPAN_NS, duration);
            if (step >= steps) {
                int scroll = step - steps;
                timeline.scrollTo((scroll < scrolls ? scroll : 2 * scrolls - scroll) * SCROLL_PX);
            } else if (t < 1) {
                show(duration * .4, duration * Math.pow(shortestNs / duration, t));
            } else if (t < 2) {
                // Forty windows, more than a user can drag in the same time.
                show(duration * .4 + (t - 1) * 40 * shortestNs, shortestNs);
            } else {
                show(duration * .5, shortestNs * Math.pow(duration / shortestNs, t - 2));
            }
            step++;
        }

        private void show(double middle, double span) {
            timeline.setViewport(
                    Viewport.at(bounds.start(), middle - span / 2, span).clampTo(bounds));
        }

        private RenderBenchResult result() {
            double[] fx = timeline.stats().millis();
            double[] build = timeline.model.frames().takeBuildMillis();
            return new RenderBenchResult(
                    fx.length,
                    percentile(fx, .5),
                    percentile(fx, .99),
                    percentile(timeline.stats().cpuMillis(), .99),
                    percentile(timeline.stats().waitMillis(), .99),
                    percentile(build, .5),
                    percentile(build, .99),
                    timeline.stats().blank());
        }
    }

    /// Smallest value such that at least the given share of the values does not exceed it; 0 for no values.
    static double percentile(double[] values, double share) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.clamp((int) Math.ceil(sorted.length * share) - 1, 0, sorted.length - 1)];
    }
}
