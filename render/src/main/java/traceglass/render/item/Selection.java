package traceglass.render.item;

import java.util.Set;
import traceglass.store.time.TimeSpan;

/// What is selected on the timeline.
public sealed interface Selection {

    Selection NOTHING = new Nothing();

    /// Nothing is selected.
    record Nothing() implements Selection {}

    /// One event.
    record Event(TrackItem item) implements Selection {}

    /// A stretch of time on some tracks. Keys are those of tracks with data, never of groups; none means time
    /// alone.
    record Area(TimeSpan span, Set<String> trackKeys) implements Selection {
        public Area {
            trackKeys = Set.copyOf(trackKeys);
        }
    }

    /// The time it covers, or null for nothing.
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
