package traceglass.analysis.events.search;

import java.util.Collection;
import traceglass.analysis.track.TrackNode;

/// Text search in one table.
///
/// @param select queries, joined by UNION ALL, for `kind`, id, ts, dur, name, thread, tid, process, the matching text
///     other than the name, place and utid of each hit
/// @param place meaning of the place of a hit
/// @param onTracks condition on `place` and `who` for hits on one of these tracks
public record SearchPart(Select select, Place place, OnTracks onTracks) {

    /// Creates the queries.
    public interface Select {

        /// @param kind index of the table among those that are searched
        String of(int kind, SearchText text);
    }

    /// Creates the condition.
    public interface OnTracks {
        String of(Collection<TrackNode> tracks);
    }

    /// Meaning of the place of a hit.
    public enum Place {
        NONE,
        /// Id of a `track`.
        TRACK,
        /// Number of a CPU.
        CPU
    }
}
