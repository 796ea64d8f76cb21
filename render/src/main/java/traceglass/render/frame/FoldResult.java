package traceglass.render.frame;

import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;

/// What comes back to a [FrameLoader] from other threads.
sealed interface FoldResult {

    /// Data of a track was read, or could not be: then there is an `error`.
    record Loaded(String key, TrackNode node, int generation, TrackData data, String error) implements FoldResult {}

    /// A track was folded. An index that was there before has no new overview.
    record Built(
            String key,
            TrackData data,
            Palette palette,
            CounterMode mode,
            TrackIndex index,
            TrackFrame frame,
            TrackFrame overview)
            implements FoldResult {}

    /// A track could not be folded.
    record Failed(String key, TrackData data, String error) implements FoldResult {}

    /// All tracks of a job are done.
    record JobDone(long nanos, int frames) implements FoldResult {}
}
