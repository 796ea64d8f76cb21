package traceglass.render.frame;

import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;

/// Result of a worker thread for a [FrameLoader].
sealed interface FoldResult {

    /// Result of loading a track: its data, or an `error`.
    record Loaded(String key, TrackNode node, int generation, TrackData data, String error) implements FoldResult {}

    /// Result of folding a track. The overview is null if the index already existed.
    record Built(
            String key,
            TrackData data,
            Palette palette,
            CounterMode mode,
            TrackIndex index,
            TrackFrame frame,
            TrackFrame overview)
            implements FoldResult {}

    /// Error of folding a track.
    record Failed(String key, TrackData data, String error) implements FoldResult {}

    /// End of a folding job.
    record JobDone(long nanos, int frames) implements FoldResult {}
}
