package traceglass.analysis.sched;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.RowKey;
import traceglass.sql.result.QueryException;

/// Thread and time range of a critical path.
///
/// @param utid the thread
/// @param name display name with number
/// @param start start in ns
/// @param end end in ns
public record PathSubject(long utid, String name, long start, long end) {

    /// Returns the threads of a selection: the thread of a slice, scheduling slice or thread state, or the
    /// threads with states or slices in a range.
    ///
    /// @param traceEnd end of the trace in ns; end of events that never ended
    public static List<PathSubject> find(TraceQueries q, Selection selection, long traceEnd) throws QueryException {
        return switch (selection) {
            case Selection.None n -> List.of();
            case Selection.Events events -> List.of();
            case Selection.Event e -> {
                String from =
                        Subjects.table(e.table()).map(t -> t.threadSpan(e.id())).orElse("");
                yield from.isEmpty()
                        ? List.of()
                        : read(
                                q,
                                "SELECT x.utid, th.name, th.tid, x.ts, CASE WHEN x.dur < 0 THEN " + traceEnd
                                        + " ELSE x.ts + x.dur END FROM (" + from
                                        + ") AS x JOIN thread AS th USING (utid) WHERE x.dur <> 0");
            }
            case Selection.Area a -> {
                List<Long> utids = RowKey.ids(a.tracks(), "thread_state", "utid");
                List<Long> tracks = RowKey.ids(a.tracks(), "slice", "track_id");
                if (utids.isEmpty() && tracks.isEmpty()) {
                    yield List.of();
                }
                yield read(
                        q,
                        "SELECT th.utid, th.name, th.tid, CAST(" + a.start() + " AS BIGINT), CAST(" + a.end()
                                + " AS BIGINT) FROM thread AS th WHERE (th.utid IN ("
                                + TraceQueries.list(utids)
                                + ") OR th.utid IN (SELECT utid FROM thread_track WHERE id IN ("
                                + TraceQueries.list(tracks) + ")))"
                                + " AND th.utid IN (SELECT utid FROM thread_state WHERE ts < " + a.end()
                                + " AND (dur < 0 OR ts + dur > " + a.start() + "))"
                                + " ORDER BY list_position([" + TraceQueries.list(utids)
                                + "], th.utid) NULLS LAST, th.utid LIMIT 200");
            }
        };
    }

    private static List<PathSubject> read(TraceQueries q, String sql) throws QueryException {
        List<PathSubject> subjects = new ArrayList<>();
        q.forEachRow(sql, r -> {
            String name = r.getString(2) == null || r.getString(2).isEmpty() ? EventDetailTexts.THREAD : r.getString(2);
            subjects.add(new PathSubject(
                    r.getLong(1),
                    name + (r.getString(3) == null ? "" : " " + r.getString(3)),
                    r.getLong(4),
                    r.getLong(5)));
        });
        return subjects;
    }

    /// Returns the path as SQL: one row for each span in which nothing changes.
    public String sql() {
        return SqlLabels.insert("""
            INCLUDE PERFETTO MODULE sched.thread_executing_span_with_slice;
            INCLUDE PERFETTO MODULE sched.states;

            SELECT p.ts, p.dur, CASE WHEN p.utid = p.root_utid THEN {itself} ELSE {other} END AS "on",
              coalesce(th.name, '') AS thread, th.tid, coalesce(pr.name, '') AS process, sched_state_io_to_human_readable_string(p.state, p.io_wait) AS state,
              coalesce(p.function, '') AS blocked_function, p.cpu, coalesce(s.name, '') AS slice, p.slice_id, p.thread_state_id, p.utid, p.state AS state_code, p.io_wait, p.self_state, p.self_io_wait
            FROM _critical_path_spans(%d, %d, %d) AS p
            LEFT JOIN thread AS th USING (utid)
            LEFT JOIN process AS pr USING (upid)
            LEFT JOIN slice AS s ON s.id = p.slice_id
            ORDER BY p.ts\
            """, "itself", SchedTexts.ON_ITSELF, "other", SchedTexts.ON_ANOTHER_THREAD)
                .formatted(utid, start, Math.max(1, end - start));
    }
}
