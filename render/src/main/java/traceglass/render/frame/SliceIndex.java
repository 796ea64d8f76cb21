package traceglass.render.frame;

import traceglass.analysis.track.SliceData;

/// Index of slices: sums of their colors, and a pyramid of the longest events.
///
/// The mean color and the longest event of a run cost the same for any number of events.
public final class SliceIndex implements TrackIndex {

    private final SliceData data;
    private final SliceColors colors;
    private final ColorSums sums;
    private volatile BestElementPyramid longest;

    SliceIndex(SliceData data, SliceColors colors) {
        this.data = data;
        this.colors = colors;
        sums = new ColorSums(data, colors);
    }

    @Override
    public SliceData data() {
        return data;
    }

    @Override
    public long bytes() {
        return data.size() * 40L;
    }

    @Override
    public SliceFrame frame(long from, long to, long resolutionNs) {
        return new SliceFolder(data, sums, from, to, resolutionNs).fold();
    }

    /// Returns the longest event from `from` to `to`, exclusive.
    public int longest(int from, int to) {
        BestElementPyramid pyramid = longest;
        if (pyramid == null) {
            long[] ts = data.ts();
            long[] end = data.end();
            pyramid = new BestElementPyramid(data.size(), (a, b) -> end[a] - ts[a] > end[b] - ts[b]);
            longest = pyramid;
        }
        return pyramid.best(from, to);
    }

    /// Whether an event is hatched.
    public boolean isHatched(int i) {
        return colors.hatched()[data.color()[i]];
    }

    /// Color of an event's label; 0 for the default of the kind of track.
    public int text(int i) {
        return colors.text()[data.color()[i]];
    }

    /// Color of one event.
    public int argb(int i) {
        return sums.argb(i);
    }
}
