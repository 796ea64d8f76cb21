package traceglass.analysis.sched;

import java.util.Optional;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Reads the wakeup before a scheduling slice or thread state: the runnable state and the waker.
final class WakeupQuery {

    /// Query for the rows `r` of the runnable state before a scheduling slice `e`.
    static final String BEFORE_SLICE =
            "SELECT r.* FROM sched AS e JOIN thread_state AS r ON r.utid = e.utid AND r.ts + r.dur = e.ts AND"
                    + " r.state IN ('R', 'R+') WHERE e.id = ";
    /// Query for the rows `r` of the runnable state of a thread state `e`: `e` itself, the previous or the next
    /// state.
    static final String AROUND_STATE =
            "SELECT r.* FROM thread_state AS e JOIN thread_state AS r ON r.utid = e.utid AND r.state IN ('R',"
                    + " 'R+') AND (r.id = e.id OR e.state = 'Running' AND r.ts + r.dur = e.ts OR e.state NOT IN"
                    + " ('Running', 'R', 'R+') AND r.ts = e.ts + e.dur) WHERE e.id = ";

    private WakeupQuery() {}

    /// @param ready one of the queries above
    /// @param includesOwnTrack whether to return the track of the thread's states
    static Optional<Wakeup> read(
            TraceQueries queries, TrackLookup tracks, String ready, boolean includesOwnTrack, long id)
            throws QueryException {
        return queries.first("""
            WITH ready AS (%s%d)
            SELECT r.ts, r.dur, w.ucpu, r.utid, coalesce(th.name, ''), th.tid
            FROM ready AS r
            LEFT JOIN thread_state AS w ON w.id = r.waker_id
            LEFT JOIN thread AS th ON th.utid = r.waker_utid
            WHERE r.waker_utid IS NOT NULL AND r.dur >= 0 LIMIT 1\
            """.formatted(ready, id), r -> {
            Long ucpu = TraceQueries.number(r, 3);
            return new Wakeup(
                    r.getLong(1),
                    r.getLong(1) + r.getLong(2),
                    ucpu == null ? "" : tracks.cpu(ucpu).orElse(""),
                    includesOwnTrack ? tracks.thread(r.getLong(4)).orElse("") : "",
                    r.getString(5) + " " + r.getLong(6));
        });
    }
}
