package traceglass.analysis.select;

import java.util.List;
import traceglass.analysis.track.TrackNode;

/// Selection in a window: nothing, one event, or a time range on some tracks.
public sealed interface Selection {

    /// Empty selection.
    Selection NONE = new None();

    /// Empty selection.
    record None() implements Selection {}

    /// Row of an event table.
    ///
    /// @param table `slice`, `sched`, `thread_state` or `counter`
    /// @param id id in that table
    /// @param ts start, ns
    /// @param dur duration in ns, 0 for an instant; −1 if it never ended
    record Event(String table, long id, long ts, long dur) implements Selection {

        /// Returns the notation of the command line and of SQL results: `slice:4802`.
        @Override
        public String toString() {
            return table + ":" + id;
        }
    }

    /// Time range on some tracks.
    ///
    /// @param start ns
    /// @param end ns, after `start`
    /// @param tracks selected tracks without groups, in display order
    record Area(long start, long end, List<TrackNode> tracks) implements Selection {

        public Area {
            tracks = List.copyOf(tracks);
        }
    }
}
