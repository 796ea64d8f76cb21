package traceglass.app.window.timeline;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.session.TraceSession;
import traceglass.store.database.StoreException;

/// Finds when a row of a table of events was and on which track it is.
///
/// @param event the row
/// @param trackKey its track in the tree, empty when it is on none
public record EventLookup(Selection.Event event, Optional<String> trackKey) {

    /// Time and key of the track of events that have tracks of their own beside those of the trace.
    private static final Map<String, String> EVENT_TRACKS = Map.of(
            "android_logs",
            "SELECT ts, 'logs/' || coalesce(log_source, '') FROM __intrinsic_logs AS s",
            "protolog",
            "SELECT ts, NULL FROM __intrinsic_protolog AS s",
            "ftrace_event",
            "SELECT ts, 'ftrace/' || ucpu FROM __intrinsic_ftrace_event AS s",
            "perf_sample",
            SampleTracks.SQL,
            "instruments_sample",
            SampleTracks.SQL,
            "cpu_profile_stack_sample",
            SampleTracks.SQL,
            "stack_sample",
            SampleTracks.SQL,
            "heap_profile_allocation",
            "SELECT ts, 'heap/' || upid || '/' || coalesce(heap_name, '?') FROM"
                    + " __intrinsic_heap_profile_allocation AS s",
            "heap_graph",
            "SELECT ts, 'heap/' || upid || '/' FROM __intrinsic_heap_graph AS s");

    private static final class SampleTracks {
        static final String SQL =
                "SELECT s.ts, 'samples/' || s.source || '/thread/' || x.utid FROM __intrinsic_profiler_sample AS s"
                        + " LEFT JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id";
    }

    private static Optional<EventLookup> onOwnTrack(TraceQueries q, TrackLookup index, String table, long id)
            throws java.sql.SQLException {
        try (Statement s = q.connection().createStatement();
                ResultSet r = s.executeQuery(EVENT_TRACKS.get(table) + " WHERE s.id = " + id)) {
            return r.next()
                    ? Optional.of(new EventLookup(
                            new Selection.Event(table, id, r.getLong(1), 0),
                            Optional.ofNullable(r.getString(2)).filter(index::has)))
                    : Optional.empty();
        }
    }

    private static Optional<EventLookup> onDebugTrack(TraceQueries q, String table, long id)
            throws java.sql.SQLException {
        try (Statement s = q.connection().createStatement();
                ResultSet r = s.executeQuery("SELECT * FROM memory.main." + table + " WHERE id = " + id)) {
            if (!r.next()) {
                return Optional.empty();
            }
            boolean lasts = r.getMetaData().getColumnName(4).equals("dur");
            return Optional.of(new EventLookup(
                    new Selection.Event(table, id, r.getLong("ts"), lasts ? r.getLong("dur") : 0),
                    Optional.of(DebugTracks.trackKey(table, r.getLong("track")))));
        }
    }

    /// The same for a table that may have to be made before.
    public static Optional<EventLookup> find(TraceQueries q, TraceSession session, String table, long id)
            throws java.sql.SQLException, StoreException {
        if (DerivedTables.isTable(table)) {
            session.ensure(table);
        }
        return find(q, session.index(), table, id);
    }

    private static Optional<EventLookup> onDerivedTrack(TraceQueries q, DerivedTable table, long id)
            throws java.sql.SQLException {
        try (Statement s = q.connection().createStatement();
                ResultSet r = s.executeQuery("SELECT ts, dur FROM " + table.qualified() + " WHERE id = " + id)) {
            return r.next()
                    ? Optional.of(new EventLookup(
                            new Selection.Event(table.name(), id, r.getLong(1), r.getLong(2)),
                            Optional.of(table.trackKey())))
                    : Optional.empty();
        }
    }

    /// @return empty when there is no such row
    static Optional<EventLookup> find(TraceQueries q, TrackLookup index, String table, long id)
            throws java.sql.SQLException {
        Optional<DerivedTable> derived = DerivedTables.of(table);
        if (derived.isPresent()) {
            return onDerivedTrack(q, derived.get(), id);
        }
        if (EVENT_TRACKS.containsKey(table)) {
            return onOwnTrack(q, index, table, id);
        }
        if (DebugTracks.isTable(table)) {
            return onDebugTrack(q, table, id);
        }
        String column = switch (table) {
            case "sched" -> "ucpu";
            case "thread_state" -> "utid";
            default -> "track_id";
        };
        String dur = table.equals("counter") ? "0" : "dur";
        try (Statement s = q.connection().createStatement();
                ResultSet r =
                        s.executeQuery("SELECT ts, " + dur + ", " + column + " FROM " + table + " WHERE id = " + id)) {
            if (!r.next()) {
                return Optional.empty();
            }
            long place = r.getLong(3);
            Optional<String> key = switch (table) {
                case "sched" -> index.cpu(place);
                case "thread_state" -> index.thread(place);
                default -> index.track(place);
            };
            return Optional.of(new EventLookup(new Selection.Event(table, id, r.getLong(1), r.getLong(2)), key));
        }
    }
}
