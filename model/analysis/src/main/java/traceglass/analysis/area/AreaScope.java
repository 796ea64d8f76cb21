package traceglass.analysis.area;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.store.time.TimeSpan;

/// Time range on a set of tracks, in the form that queries need. Immutable.
///
/// @param start start in ns
/// @param end end in ns
/// @param traceEnd end of the trace in ns; end of events that never ended
/// @param tracks number of selected tracks
/// @param slices `track_id`s of slices
/// @param threads `utid`s of thread states
/// @param cpus `ucpu`s of scheduling
/// @param counters `track_id`s of counters
/// @param rows slices of debug tracks
/// @param samples counters of debug tracks, and others whose samples have ids in a separate table
/// @param ftraceCpus `ucpu`s of raw ftrace events
/// @param sampledThreads `utid`s of callstack samples
/// @param sampledProcesses `upid`s of callstack samples
/// @param others tracks of further kinds
public record AreaScope(
        long start,
        long end,
        long traceEnd,
        int tracks,
        List<Long> slices,
        List<Long> threads,
        List<Long> cpus,
        List<Long> counters,
        List<QueriedTrack> rows,
        List<QueriedTrack> samples,
        List<Long> ftraceCpus,
        List<Long> sampledThreads,
        List<Long> sampledProcesses,
        OtherTracksScope others) {

    /// Track whose data comes from a query.
    ///
    /// @param name display name
    /// @param query returns id, ts, and the columns of the kind of track
    /// @param table table that the ids belong to
    /// @param isCreatedOnDemand whether that table has to be created before it is queried
    public record QueriedTrack(String name, String query, String table, boolean isCreatedOnDemand) {

        public String quotedName() {
            return AreaScope.quoted(name);
        }
    }

    /// Kinds of tracks that not every trace has.
    ///
    /// @param states `track_id`s of states that programs write themselves
    /// @param events events of other tables: startups, ANRs, markers of heap dumps, …
    /// @param computed computed counters; their queries return ts and value
    /// @param idle `track_id`s of the idle states of CPUs
    public record OtherTracksScope(
            List<Long> states, List<QueriedTrack> events, List<QueriedTrack> computed, List<Long> idle) {

        static final OtherTracksScope NONE = new OtherTracksScope(List.of(), List.of(), List.of(), List.of());
    }

    /// Creates a range on the most common kinds of tracks only.
    public AreaScope(
            long start,
            long end,
            long traceEnd,
            int tracks,
            List<Long> slices,
            List<Long> threads,
            List<Long> cpus,
            List<Long> counters,
            List<QueriedTrack> rows,
            List<QueriedTrack> samples,
            List<Long> ftraceCpus,
            List<Long> sampledThreads,
            List<Long> sampledProcesses) {
        this(
                start,
                end,
                traceEnd,
                tracks,
                slices,
                threads,
                cpus,
                counters,
                rows,
                samples,
                ftraceCpus,
                sampledThreads,
                sampledProcesses,
                OtherTracksScope.NONE);
    }

    /// Returns the text as an SQL literal, NULL for null.
    public static String quoted(String text) {
        return text == null ? "NULL" : "'" + text.replace("'", "''") + "'";
    }

    /// Returns a condition that a column equals the value of a cell.
    public static String equalsCell(String column, RowStore rows, int row, String cell) {
        String text = rows.getText(row, rows.column(cell));
        boolean isNumber = text != null && rows.type(rows.column(cell)) != RowType.TEXT;
        return column + " IS NOT DISTINCT FROM " + (isNumber ? text : quoted(text));
    }

    public static AreaScope of(Selection.Area area, TimeSpan trace) {
        List<TrackNode> nodes = area.tracks();
        List<QueriedTrack> rows = new ArrayList<>();
        List<QueriedTrack> samples = new ArrayList<>();
        List<QueriedTrack> events = new ArrayList<>();
        List<QueriedTrack> computed = new ArrayList<>();
        for (TrackNode node : nodes) {
            TrackKind kind = node.kind();
            QueriedTrack track =
                    new QueriedTrack(node.name(), kind.query().sql(), kind.table(), kind.isCreatedOnDemand());
            switch (kind.query().form()) {
                case SAMPLES -> samples.add(track);
                case VALUES -> computed.add(track);
                case SLICES -> rows.add(track);
                case EVENTS -> {
                    // Event tracks with row ids have separate reports.
                    if (kind.rows().isEmpty()) {
                        events.add(track);
                    }
                }
                // The inputs of a computed counter are selected with their own tracks, and the content
                // of collapsed groups with the tracks in them.
                case NONE, ROWS, RELATED -> {}
            }
        }
        return new AreaScope(
                area.start(),
                area.end(),
                Math.max(trace.end(), area.end()),
                nodes.size(),
                RowKey.ids(nodes, "slice", "track_id"),
                RowKey.ids(nodes, "thread_state", "utid"),
                RowKey.ids(nodes, "sched", "ucpu"),
                RowKey.ids(nodes, "counter", "track_id"),
                rows,
                samples,
                RowKey.ids(nodes, "ftrace_event", "ucpu"),
                RowKey.ids(nodes, "stack_sample", "utid"),
                RowKey.ids(nodes, "stack_sample", "upid"),
                new OtherTracksScope(RowKey.ids(nodes, "state", "track_id"), events, computed, idleStateTracks(nodes)));
    }

    /// Returns the tracks of CPU idle states, which share the track of a counter with its samples.
    private static List<Long> idleStateTracks(List<TrackNode> nodes) {
        Set<Long> utids = new LinkedHashSet<>();
        for (TrackNode node : nodes) {
            List<Long> rowTracks = RowKey.ids(node.kind().rows(), "track_id");
            if (node.kind().trackIds().size() > rowTracks.size()) {
                node.kind().trackIds().stream()
                        .filter(id -> !rowTracks.contains(id))
                        .forEach(utids::add);
            }
        }
        return new ArrayList<>(utids);
    }

    /// Returns the same range without the events of these tables.
    public AreaScope without(Collection<String> tables) {
        return tables.isEmpty()
                ? this
                : new AreaScope(
                        start,
                        end,
                        traceEnd,
                        tracks,
                        slices,
                        threads,
                        cpus,
                        counters,
                        rows,
                        samples,
                        ftraceCpus,
                        sampledThreads,
                        sampledProcesses,
                        new OtherTracksScope(
                                others.states,
                                others.events.stream()
                                        .filter(e -> !tables.contains(e.table))
                                        .toList(),
                                others.computed,
                                others.idle));
    }

    public long durNs() {
        return end - start;
    }

    /// Returns `column IN (…)`.
    public static String in(String column, Collection<Long> ids) {
        return column + " IN (" + ids.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }

    /// Returns a condition for events with `ts` and `dur` that overlap the range. An event without duration
    /// overlaps it if its time is in [start, end).
    public String overlapCondition() {
        return overlapCondition("");
    }

    /// Returns a condition for the events of one of several sources.
    ///
    /// @param qualifier name of the source and a dot; empty if there is only one
    public String overlapCondition(String qualifier) {
        return "%3$sts < %1$d AND (%3$sts >= %2$d OR %3$sdur < 0 OR %3$sts + %3$sdur > %2$d)"
                .formatted(end, start, qualifier);
    }

    /// Returns an expression for the part of an event within the range, ns.
    public String clippedDuration() {
        return "(least(CASE WHEN dur < 0 THEN %d ELSE ts + dur END, %d) - greatest(ts, %d))"
                .formatted(traceEnd, end, start);
    }
}
