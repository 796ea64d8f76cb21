package traceglass.analysis.select;

import java.util.List;
import traceglass.analysis.track.TrackNode;

/// Selection in a window: nothing, one event, or a time range on some tracks.
public sealed interface Selection {

    /// Empty selection.
    Selection NONE = new None();

    /// Type of the empty selection.
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

    /// Several events, ordered by time.
    ///
    /// @param items at least two
    /// @param unselected number of further events that were not selected because of the limit
    record Events(List<Item> items, long unselected) implements Selection {

        public Events {
            items = List.copyOf(items);
        }

        /// Returns the start of the first event, ns.
        public long start() {
            return items.getFirst().event().ts();
        }

        /// Returns the latest end of the events, ns.
        ///
        /// @param traceEnd end of the trace in ns; end of events that never ended
        public long end(long traceEnd) {
            return items.stream().mapToLong(i -> i.end(traceEnd)).max().orElse(start());
        }
    }

    /// One of several selected events.
    ///
    /// @param event reference to the event
    /// @param trackKey key of its track in the tree
    /// @param name its label
    record Item(Event event, String trackKey, String name) {

        /// Returns the end of the event, ns.
        ///
        /// @param traceEnd end of the trace in ns; end of events that never ended
        public long end(long traceEnd) {
            return event.dur() < 0 ? Math.max(event.ts(), traceEnd) : event.ts() + event.dur();
        }
    }

    /// Time range on some tracks.
    ///
    /// @param start start in ns
    /// @param end end in ns, after `start`
    /// @param tracks selected tracks without groups, in display order
    record Area(long start, long end, List<TrackNode> tracks) implements Selection {

        public Area {
            tracks = List.copyOf(tracks);
        }
    }
}
