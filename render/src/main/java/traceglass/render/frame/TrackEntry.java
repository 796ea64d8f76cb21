package traceglass.render.frame;

import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.store.time.TimeSpan;

/// State of one track in a [FrameLoader], which alone changes it.
public final class TrackEntry {
    final String key;
    TrackNode node;
    TrackData data;
    TrackIndex index;
    TrackFrame frame;
    TrackFrame overview;
    String error;
    boolean isLoading;
    /// Whether the data is being loaded before it is needed, so that no frame waits for it.
    boolean isAhead;
    int generation = -1;
    long requestedSinceNs;

    TrackEntry(String key) {
        this.key = key;
    }

    /// Data of the track; null until it is loaded.
    public TrackData data() {
        return data;
    }

    /// Index of the events in the data; null while it is not computed.
    public TrackIndex index() {
        return index;
    }

    /// Newest frame, possibly of another window or resolution; null before the first.
    public TrackFrame frame() {
        return frame;
    }

    /// Whole track at the resolution of the whole trace, shown where the frame has no data. Null before the
    /// first frame.
    public TrackFrame overview() {
        return overview;
    }

    /// Error of loading the data, or null.
    public String error() {
        return error;
    }

    boolean isAwaited(int current) {
        return isLoading || generation != current;
    }

    /// Time (`System.nanoTime`) since when the track is shown without its data.
    public long requestedSinceNs() {
        return requestedSinceNs;
    }

    /// Whether the track is loading, or has neither a frame for the last request nor an error.
    ///
    /// @param current generation of the current trace
    /// @param requested time span of the last request
    /// @param resolutionNs resolution of the last request
    boolean isPending(int current, TimeSpan requested, long resolutionNs) {
        return isLoading || generation != current || error == null && !isFresh(requested, resolutionNs);
    }

    private boolean isFresh(TimeSpan requested, long resolutionNs) {
        return index != null
                && frame != null
                && frame.resolutionNs() == resolutionNs
                && FoldJob.covers(frame, requested);
    }

    /// Describes the state for the log; see [#isPending] for the parameters.
    String describe(int current, TimeSpan requested, long resolutionNs) {
        return key + " " + state(requested, resolutionNs) + (generation == current ? "" : " of an older trace");
    }

    private String state(TimeSpan requested, long resolutionNs) {
        if (isLoading) {
            return "loads";
        }
        if (data == null) {
            return "has no data";
        }
        if (index == null) {
            return "has no index";
        }
        if (frame == null) {
            return "has no frame";
        }
        return isFresh(requested, resolutionNs)
                ? "is folded"
                : "is folded for " + frame.from() + " to " + frame.to() + " by " + frame.resolutionNs()
                        + " ns, requested " + requested.start() + " to " + requested.end() + " by " + resolutionNs;
    }
}
