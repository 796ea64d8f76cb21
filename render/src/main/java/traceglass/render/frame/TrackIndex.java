package traceglass.render.frame;

import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;

/// What is computed once over a track's data so that a frame costs what its pixels cost. Immutable.
public sealed interface TrackIndex permits SliceIndex, CounterIndex {

    TrackData data();

    /// What is to be drawn of `from` to `to` when a pixel is about `resolutionNs` wide.
    TrackFrame frame(long from, long to, long resolutionNs);

    /// Roughly how many bytes the data and the index take.
    long bytes();

    /// @param mode what of a counter's samples is looked at
    static TrackIndex of(TrackNode node, TrackData data, Palette palette, CounterMode mode) {
        return switch (data) {
            case SliceData slices -> new SliceIndex(slices, SliceColors.of(node, slices, palette));
            case CounterData counter -> new CounterIndex(CounterModes.of(counter, mode));
        };
    }
}
