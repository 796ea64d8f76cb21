package traceglass.analysis.select;

import java.util.List;
import traceglass.analysis.track.TrackNode;

/// What is selected in a window: nothing, one event, or a range of time on some tracks.
public sealed interface Selection {

    /// Nothing is selected.
    Selection NONE = new None();

    /// Nothing is selected.
    record None() implements Selection {}

    /// One row of a table of events.
    ///
    /// @param table `slice`, `sched`, `thread_state` or `counter`
    /// @param id its id there
    /// @param ts start, ns
    /// @param dur length in ns, 0 for an instant; -1 when it never ended
    record Event(String table, long id, long ts, long dur) implements Selection {

        /// As it is written on the command line and in SQL results: `slice:4802`.
        @Override
        public String toString() {
            return table + ":" + id;
        }
    }

    /// A range of time on some tracks.
    ///
    /// @param start ns
    /// @param end ns, after `start`
    /// @param tracks the tracks chosen, groups not included, in the order shown
    record Area(long start, long end, List<TrackNode> tracks) implements Selection {

        public Area {
            tracks = List.copyOf(tracks);
        }
    }
}
