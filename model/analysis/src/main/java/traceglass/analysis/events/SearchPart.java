package traceglass.analysis.events;

import java.util.Collection;
import traceglass.analysis.track.TrackNode;

/// What a text search finds in a table.
///
/// @param select queries, joined by UNION ALL, for `kind`, id, ts, dur, name, thread, tid, process, what matched
///     beside the name, place and utid of each hit
/// @param place what the place of a hit is
/// @param onTracks a condition on `place` and `who` that a hit is on one of these tracks
public record SearchPart(Select select, Place place, OnTracks onTracks) {

    /// Makes the queries.
    public interface Select {

        /// @param kind number of the table among those that are searched
        String of(int kind, SearchText text);
    }

    /// Makes the condition.
    public interface OnTracks {
        String of(Collection<TrackNode> tracks);
    }

    /// What the place of a hit is.
    public enum Place {
        NONE,
        /// Number of a `track`.
        TRACK,
        /// Number of a CPU.
        CPU
    }
}
