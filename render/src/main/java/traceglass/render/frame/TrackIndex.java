package traceglass.render.frame;

import traceglass.analysis.track.TrackData;

/// Index over a track's data, built once, so that the cost of a frame depends on its pixels only. Immutable.
public interface TrackIndex {

    TrackData data();

    /// Folds `from` to `to` for pixels about `resolutionNs` wide.
    TrackFrame frame(long from, long to, long resolutionNs);

    /// Approximate size of the data and the index in bytes.
    long bytes();
}
