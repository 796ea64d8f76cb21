package traceglass.app.panel.sql;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackNode;
import traceglass.store.time.TimeSpan;

/// Values of query parameters for a selection.
final class SelectedValues {

    private SelectedValues() {}

    /// Start and end of the selection; to the end of the trace if the event did not end; the whole trace without a
    /// selection.
    static TimeSpan range(Selection selection, TimeSpan trace) {
        return switch (selection) {
            case Selection.Area a -> new TimeSpan(a.start(), a.end());
            case Selection.Event e when e.dur() > 0 -> new TimeSpan(e.ts(), e.ts() + e.dur());
            case Selection.Event e when e.dur() < 0 -> new TimeSpan(e.ts(), Math.max(e.ts(), trace.end()));
            case Selection.Events several -> new TimeSpan(several.start(), several.end(trace.end()));
            default -> trace;
        };
    }

    /// Values by parameter name, as SQL; null if the selection has no such value.
    static Map<String, String> of(Selection selection, TimeSpan trace) {
        TimeSpan range = range(selection, trace);
        Map<String, String> values = new HashMap<>();
        for (String prefix : new String[] {"", "sel_"}) {
            values.put(prefix + "start", Long.toString(range.start()));
            values.put(prefix + "end", Long.toString(range.end()));
        }
        for (EventTable table : Subjects.tables()) {
            if (!table.parameter().isEmpty()) {
                values.put(
                        table.parameter(),
                        selection instanceof Selection.Event e && table.isNamed(e.table())
                                ? Long.toString(e.id())
                                : null);
            }
        }
        values.put("track", track(selection));
        return values;
    }

    /// `track.id` of the selected event, or of the first track of the area that has one.
    private static String track(Selection selection) {
        return switch (selection) {
            case Selection.Event e ->
                Subjects.table(e.table())
                        .map(t -> t.trackId(e.id()))
                        .filter(t -> !t.isEmpty())
                        .orElse(null);
            case Selection.Area a ->
                a.tracks().stream()
                        .map(SelectedValues::id)
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElse(null);
            default -> null;
        };
    }

    private static Optional<String> id(TrackNode node) {
        return RowKey.ids(node.kind().rows(), "track_id").stream().findFirst().map(String::valueOf);
    }
}
