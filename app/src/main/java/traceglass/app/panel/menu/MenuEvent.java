package traceglass.app.panel.menu;

import java.util.Objects;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;

/// Event that a context menu applies to.
///
/// @param event reference to the event; events of tables without details can't be read
/// @param name name, or for a counter its value
/// @param end end, ns; the start for instants, the next sample for counters
/// @param track track that shows it, or null in a list
public record MenuEvent(Selection.Event event, String name, long end, TrackNode track) {

    public MenuEvent {
        Objects.requireNonNull(event);
        name = name == null ? "" : name;
    }

    long start() {
        return event.ts();
    }

    boolean isSample() {
        return track != null && track.isCounter();
    }

    boolean hasDuration() {
        return !isSample() && end > start();
    }
}
