package traceglass.render.frame;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeSpan;

/// Folds tracks into frames of one window, off the thread that paints.
///
/// @param window the time that frames are made of
/// @param resolution of the frames, ns
/// @param bounds of the trace, for the overviews
/// @param results where each frame goes as soon as it is made
record FoldJob(
        List<Task> tasks,
        Palette palette,
        TimeSpan window,
        long resolution,
        TimeSpan bounds,
        Queue<FoldResult> results) {

    private static final int OVERVIEW_PX = 1000;

    /// @param ahead whether it is folded for the whole trace only
    record Task(String key, TrackNode node, TrackData data, TrackIndex index, CounterMode mode, boolean ahead) {}

    void run() {
        long overviewResolution = Long.highestOneBit(Math.max(1, bounds.durNs() / OVERVIEW_PX));
        long begin = System.nanoTime();
        for (Task task : tasks) {
            try {
                TrackIndex index =
                        task.index != null ? task.index : TrackIndex.of(task.node, task.data, palette, task.mode);
                TrackFrame overview =
                        task.index != null ? null : index.frame(bounds.start(), bounds.end() + 1, overviewResolution);
                TrackFrame frame = task.ahead ? overview : index.frame(window.start(), window.end(), resolution);
                results.add(new FoldResult.Built(task.key, task.data, palette, task.mode, index, frame, overview));
            } catch (RuntimeException e) {
                results.add(
                        new FoldResult.Failed(task.key, task.data, "This track's data cannot be drawn: " + words(e)));
            }
        }
        results.add(new FoldResult.JobDone(System.nanoTime() - begin, tasks.size()));
    }

    static boolean covers(TrackFrame frame, TimeSpan span) {
        return frame.from() <= span.start() && frame.to() >= span.end();
    }

    /// The visible time widened by `skirts` times its length on either side, within the trace; empty at its end for
    /// a window beyond it.
    static TimeSpan clamp(TimeSpan visible, TimeSpan bounds, double skirts) {
        long skirt = (long) (visible.durNs() * skirts);
        long last = bounds.end() + 1;
        long start = Math.clamp(visible.start() - skirt, bounds.start(), last);
        return new TimeSpan(start, Math.clamp(visible.end() + skirt, start, last));
    }

    /// The span widened to whole steps.
    static TimeSpan align(TimeSpan span, long step) {
        return new TimeSpan(Math.floorDiv(span.start(), step) * step, (Math.floorDiv(span.end(), step) + 1) * step);
    }

    /// What went wrong, for people.
    static String words(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null || cause.getMessage().isBlank()
                ? cause.getClass().getSimpleName()
                : cause.getMessage();
    }
}
