package traceglass.render.item;

import java.util.List;
import java.util.Set;
import traceglass.store.time.TimeSpan;

/// Selection on the timeline.
public sealed interface TimelineSelection {

    TimelineSelection NOTHING = new Nothing();

    /// Nothing is selected.
    record Nothing() implements TimelineSelection {}

    /// One event.
    record Event(TrackItem item) implements TimelineSelection {}

    /// Several events, ordered by time. Two are equal if they are the same object: comparing many events for every
    /// change would take longer than it saves.
    ///
    /// @param items at least two, without counter samples
    /// @param left number of events in the dragged rectangle beyond the limit, which are not selected
    /// @param span time from the start of the first to the last end
    record Events(List<TrackItem> items, long left, TimeSpan span) implements TimelineSelection {
        public Events {
            items = List.copyOf(items);
        }

        /// Selects these events.
        public static Events of(List<TrackItem> items, long left) {
            long end = items.stream()
                    .mapToLong(item -> Math.max(item.ts(), item.end()))
                    .max()
                    .orElseThrow();
            return new Events(items, left, new TimeSpan(items.getFirst().ts(), end));
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /// A span of time on some tracks. The keys are those of tracks with data, never of groups; an empty set means
    /// time only.
    record Area(TimeSpan span, Set<String> trackKeys) implements TimelineSelection {
        public Area {
            trackKeys = Set.copyOf(trackKeys);
        }
    }

    /// Time covered by the selection, or null for nothing.
    default TimeSpan span() {
        return switch (this) {
            case Nothing _ -> null;
            case Event event ->
                new TimeSpan(
                        event.item().ts(),
                        Math.max(event.item().ts(), event.item().end()));
            case Events events -> events.span;
            case Area area -> area.span();
        };
    }
}
