package traceglass.analysis.compare;

import java.util.Collection;
import java.util.stream.Collectors;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.select.Selection;
import traceglass.store.time.TimeSpan;

/// Part of a trace that is compared: all of it, or a time range on all or some tracks. Immutable.
///
/// @param start start in ns
/// @param end end in ns
/// @param traceEnd end of the trace in ns; end of events that never ended
/// @param isWhole whether this is the whole trace
/// @param area the tracks, or null for all
public record CompareScope(long start, long end, long traceEnd, boolean isWhole, AreaScope area) {

    public static CompareScope ofWholeTrace(TimeSpan trace) {
        return new CompareScope(trace.start(), trace.end(), trace.end(), true, null);
    }

    public static CompareScope ofSpan(TimeSpan span, TimeSpan trace) {
        return new CompareScope(
                span.start(), Math.max(span.start() + 1, span.end()), Math.max(span.end(), trace.end()), false, null);
    }

    /// Returns the scope of a selection: a range with its tracks, or the time of an event; null without a
    /// selection.
    public static CompareScope ofSelection(Selection selection, TimeSpan trace) {
        return switch (selection) {
            case Selection.None n -> null;
            case Selection.Events events -> ofSpan(new TimeSpan(events.start(), events.end(trace.end())), trace);
            case Selection.Event e ->
                ofSpan(new TimeSpan(e.ts(), e.dur() < 0 ? Math.max(e.ts(), trace.end()) : e.ts() + e.dur()), trace);
            case Selection.Area a ->
                new CompareScope(a.start(), a.end(), Math.max(trace.end(), a.end()), false, AreaScope.of(a, trace));
        };
    }

    public long durNs() {
        return end - start;
    }

    /// Returns an expression for the length of an event with `ts` and `dur`, or of its part within the scope, ns.
    public String clippedDuration() {
        String until = "CASE WHEN dur < 0 THEN greatest(%d, ts) ELSE ts + dur END".formatted(traceEnd);
        return isWhole ? "(" + until + " - ts)" : "(least(" + until + ", %d) - greatest(ts, %d))".formatted(end, start);
    }

    /// Returns a condition for events with `ts` and `dur` that overlap the scope.
    public String overlapCondition() {
        return isWhole ? "true" : "ts < %d AND (ts >= %d OR dur < 0 OR ts + dur > %d)".formatted(end, start, start);
    }

    /// Returns a condition for samples with `ts`.
    public String sampleCondition() {
        return isWhole ? "true" : "ts >= %d AND ts < %d".formatted(start, end);
    }

    /// Returns a condition for slices by a column with their `track_id`.
    public String sliceTrackCondition(String column) {
        return area == null ? "true" : in(column, area.slices());
    }

    /// Returns a condition for thread states by a column with their `utid`.
    public String threadCondition(String column) {
        return area == null ? "true" : in(column, area.threads());
    }

    /// Returns a condition for samples by a column with the `track_id` of their counter.
    public String counterCondition(String column) {
        return area == null ? "true" : in(column, area.counters());
    }

    private static String in(String column, Collection<Long> ids) {
        // SQL has no empty IN list.
        return ids.isEmpty()
                ? "false"
                : column + " IN (" + ids.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }
}
