package traceglass.analysis.events.search;

import java.util.Collection;
import traceglass.analysis.track.TrackNode;

/// Text search in one table.
///
/// @param select queries, joined by UNION ALL, for `kind`, id, ts, dur, name, thread, tid, process, the matching text
///     other than the name, location and utid of each hit
/// @param locationKind meaning of the column `location`
/// @param onTracks condition on `location` and `utid` for hits on one of these tracks
public record SearchPart(Select select, LocationKind locationKind, OnTracks onTracks) {

    /// Creates the queries.
    public interface Select {

        /// @param kind index of the table among those that are searched
        String of(int kind, SearchText text);
    }

    /// Creates the condition.
    public interface OnTracks {
        String of(Collection<TrackNode> tracks);
    }

    /// Meaning of the location of a hit.
    public enum LocationKind {
        /// The column is NULL.
        NONE,
        /// Id of a `track`.
        TRACK,
        /// Number of a CPU.
        CPU
    }
}
