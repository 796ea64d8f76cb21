package traceglass.render.frame;

import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;

/// Index over a track's data, built once, so that the cost of a frame depends on its pixels only. Immutable.
public sealed interface TrackIndex permits SliceIndex, CounterIndex {

    TrackData data();

    /// Folds `from` to `to` for pixels about `resolutionNs` wide.
    TrackFrame frame(long from, long to, long resolutionNs);

    /// Approximate size of the data and the index in bytes.
    long bytes();

    /// @param mode derived values of a counter
    static TrackIndex of(TrackNode node, TrackData data, Palette palette, CounterMode mode) {
        return switch (data) {
            case SliceData slices -> new SliceIndex(slices, SliceColors.of(node, slices, palette));
            case CounterData counter -> new CounterIndex(CounterModes.of(counter, mode));
        };
    }
}
