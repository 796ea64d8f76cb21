package traceglass.render.item;

import java.util.Set;
import traceglass.store.time.TimeSpan;

/// Selection on the timeline.
public sealed interface TimelineSelection {

    TimelineSelection NOTHING = new Nothing();

    /// Nothing is selected.
    record Nothing() implements TimelineSelection {}

    /// One event.
    record Event(TrackItem item) implements TimelineSelection {}

    /// A span of time on some tracks. The keys are those of tracks with data, never of groups; an empty set means time
    /// only.
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
            case Area area -> area.span();
        };
    }
}
