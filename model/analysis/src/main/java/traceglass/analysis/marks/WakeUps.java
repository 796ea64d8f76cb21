package traceglass.analysis.marks;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Finds who woke a thread.
public final class WakeUps {

    private WakeUps() {}

    /// The time in which the thread was ready to run but did not: it begins with the wake-up.
    public static Optional<Wakeup> of(TraceQueries q, TrackLookup index, Selection.Event event) throws QueryException {
        String ready = event.table().equals("sched")
                ? "SELECT r.* FROM sched AS e JOIN thread_state AS r ON r.utid = e.utid AND r.ts + r.dur = e.ts AND"
                        + " r.state IN ('R', 'R+') WHERE e.id = "
                : "SELECT r.* FROM thread_state AS e JOIN thread_state AS r ON r.utid = e.utid AND r.state IN ('R',"
                        + " 'R+') AND (r.id = e.id OR e.state = 'Running' AND r.ts + r.dur = e.ts OR e.state NOT IN"
                        + " ('Running', 'R', 'R+') AND r.ts = e.ts + e.dur) WHERE e.id = ";
        return q.first("""
            WITH ready AS (%s%d)
            SELECT r.ts, r.dur, w.ucpu, r.utid, coalesce(th.name, ''), th.tid
            FROM ready AS r
            LEFT JOIN thread_state AS w ON w.id = r.waker_id
            LEFT JOIN thread AS th ON th.utid = r.waker_utid
            WHERE r.waker_utid IS NOT NULL AND r.dur >= 0 LIMIT 1\
            """.formatted(ready, event.id()), r -> {
            long ucpu = r.getLong(3);
            String wakerTrack = r.wasNull() ? "" : index.cpu(ucpu).orElse("");
            String own = event.table().equals("sched")
                    ? ""
                    : index.thread(r.getLong(4)).orElse("");
            return new Wakeup(
                    r.getLong(1), r.getLong(1) + r.getLong(2), wakerTrack, own, r.getString(5) + " " + r.getLong(6));
        });
    }
}
