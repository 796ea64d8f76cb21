package traceglass.analysis.processes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Finds the keys of tracks by their threads and processes, and by other ids. Call on a query thread.
public final class ThreadTracks {

    /// Query on the trace.
    public interface TrackQuery<T> {
        T query(TraceQueries q, TrackLookup tracks) throws QueryException;
    }

    /// Threads of a process by role, as keys of their tracks.
    ///
    /// @param main the main thread
    /// @param render the render thread
    /// @param ui other threads that run frame callbacks
    public record Roles(Set<String> main, Set<String> render, Set<String> ui) {

        public static Roles read(TraceQueries q, TrackLookup tracks, long upid) throws QueryException {
            String threads = "SELECT utid FROM thread WHERE upid = " + upid;
            return new Roles(
                    ofThreads(q, tracks, threads + " AND is_main_thread = 1"),
                    // Many short-lived threads may have this name; the actual render thread was
                    // created first.
                    ofThreads(q, tracks, threads + " AND name LIKE '%RenderThread%' ORDER BY tid LIMIT 1"),
                    ofThreads(
                            q,
                            tracks,
                            threads
                                    + " AND coalesce(is_main_thread, 0) = 0 AND utid IN (SELECT t.utid FROM"
                                    + " __intrinsic_slice AS s JOIN __intrinsic_track AS t ON t.id = s.track_id WHERE"
                                    + " s.name LIKE 'Choreographer#doFrame%')"));
        }
    }

    private ThreadTracks() {}

    /// Returns the tracks of the main threads of all processes.
    public static Set<String> ofMainThreads(TraceQueries q, TrackLookup tracks) throws QueryException {
        return ofThreads(q, tracks, "SELECT utid FROM thread WHERE is_main_thread = 1");
    }

    /// Returns the tracks for ids.
    ///
    /// @param column kind of id: `track_id`, `utid`, `upid` or `ucpu`; any other name represents slices
    public static Set<String> of(TraceQueries q, TrackLookup tracks, String column, Collection<Long> ids)
            throws QueryException {
        Set<String> keys = new LinkedHashSet<>();
        if (ids.isEmpty()) {
            return keys;
        }
        String list = ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
        switch (column) {
            case "track_id" -> ids.forEach(id -> tracks.track(id).ifPresent(keys::add));
            case "utid" -> keys.addAll(ofThreads(q, tracks, "SELECT unnest([" + list + "]) AS utid"));
            case "upid" -> ids.forEach(id -> tracks.process(id).ifPresent(keys::add));
            case "ucpu" -> ids.forEach(id -> tracks.cpu(id).ifPresent(keys::add));
            default ->
                numbers(q, "SELECT DISTINCT track_id FROM __intrinsic_slice WHERE id IN (" + list + ") ORDER BY 1")
                        .forEach(id -> tracks.track(id).ifPresent(keys::add));
        }
        return keys;
    }

    /// Returns the states and tracks of threads.
    ///
    /// @param threads query for their `utid`s
    private static Set<String> ofThreads(TraceQueries q, TrackLookup tracks, String threads) throws QueryException {
        Set<String> keys = new LinkedHashSet<>();
        numbers(q, "SELECT utid FROM (" + threads + ")")
                .forEach(utid -> tracks.thread(utid).ifPresent(keys::add));
        numbers(q, "SELECT id FROM __intrinsic_track WHERE utid IN (SELECT utid FROM (" + threads + ")) ORDER BY id")
                .forEach(id -> tracks.track(id).ifPresent(keys::add));
        return keys;
    }

    /// Returns the first column of a result.
    private static List<Long> numbers(TraceQueries q, String sql) throws QueryException {
        List<Long> numbers = new ArrayList<>();
        q.forEachRow(sql, r -> numbers.add(r.getLong(1)));
        return numbers;
    }
}
