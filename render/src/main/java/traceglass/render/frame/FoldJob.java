package traceglass.render.frame;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.time.TimeSpan;

/// Folds tracks into frames of one window, off the painting thread.
///
/// @param window time of the frames
/// @param resolution resolution of the frames, ns
/// @param bounds bounds of the trace, for the overviews
/// @param results receives each frame as soon as it is ready
record FoldJob(
        List<Task> tasks,
        Palette palette,
        TimeSpan window,
        long resolution,
        TimeSpan bounds,
        Queue<FoldResult> results) {

    private static final int OVERVIEW_PX = 1000;

    /// @param isAhead whether only the overview of the whole trace is folded
    record Task(String key, TrackNode node, TrackData data, TrackIndex index, CounterMode mode, boolean isAhead) {}

    void run() {
        long overviewResolution = Long.highestOneBit(Math.max(1, bounds.durNs() / OVERVIEW_PX));
        long begin = System.nanoTime();
        for (Task task : tasks) {
            try {
                TrackIndex index = task.index != null ? task.index : index(task.node, task.data, palette, task.mode);
                TrackFrame overview =
                        task.index != null ? null : index.frame(bounds.start(), bounds.end() + 1, overviewResolution);
                TrackFrame frame = task.isAhead ? overview : index.frame(window.start(), window.end(), resolution);
                results.add(new FoldResult.Built(task.key, task.data, palette, task.mode, index, frame, overview));
            } catch (RuntimeException e) {
                results.add(
                        new FoldResult.Failed(task.key, task.data, TimelineViewTexts.drawingFailed(errorMessage(e))));
            }
        }
        results.add(new FoldResult.JobDone(System.nanoTime() - begin, tasks.size()));
    }

    /// Returns the index of a track.
    ///
    /// @param mode derived values of a counter
    static TrackIndex index(TrackNode node, TrackData data, Palette palette, CounterMode mode) {
        return switch (data) {
            case SliceData slices -> new SliceIndex(slices, SliceColors.of(node, slices, palette));
            case CounterData counter -> new CounterIndex(CounterModes.of(counter, mode));
        };
    }

    static boolean covers(TrackFrame frame, TimeSpan span) {
        return frame.from() <= span.start() && frame.to() >= span.end();
    }

    /// Returns the visible time widened by `margin` times its length on each side, clipped to the trace; empty for
    /// a window beyond the trace.
    static TimeSpan clamp(TimeSpan visible, TimeSpan bounds, double margin) {
        long marginNs = (long) (visible.durNs() * margin);
        long last = bounds.end() + 1;
        long start = Math.clamp(visible.start() - marginNs, bounds.start(), last);
        return new TimeSpan(start, Math.clamp(visible.end() + marginNs, start, last));
    }

    /// Returns the span widened to whole steps.
    static TimeSpan align(TimeSpan span, long step) {
        return new TimeSpan(Math.floorDiv(span.start(), step) * step, (Math.floorDiv(span.end(), step) + 1) * step);
    }

    /// Error message for the user.
    static String errorMessage(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null || cause.getMessage().isBlank()
                ? cause.getClass().getSimpleName()
                : cause.getMessage();
    }
}
