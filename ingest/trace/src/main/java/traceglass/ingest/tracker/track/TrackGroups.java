package traceglass.ingest.tracker.track;

/// Numbers groups of tracks across all files and machines of an import: `track.track_group_id`.
public final class TrackGroups {

    private long next;

    /// A number that no other group has.
    public long next() {
        return next++;
    }
}
