package traceglass.ingest.tracker.track;

/// Allocates ids of track groups for all files and machines of an import: `track.track_group_id`.
public final class TrackGroups {

    private long next;

    /// Returns an unused id.
    public long next() {
        return next++;
    }
}
