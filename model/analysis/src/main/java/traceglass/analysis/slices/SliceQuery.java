package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.StateTime;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.sched.states.StateShares;
import traceglass.sql.result.QueryException;

/// Reads the properties of a slice.
public final class SliceQuery {

    private static final String SLICE = """
        SELECT s.name, s.category, s.ts, s.dur, s.thread_dur, s.depth, s.track_id, t.name, tt.utid, s.arg_set_id, s.parent_id, p.name, p.pid,
          coalesce(t.machine_id, 0)
        FROM slice AS s
        LEFT JOIN track AS t ON t.id = s.track_id
        LEFT JOIN thread_track AS tt ON tt.id = s.track_id
        LEFT JOIN process_track AS pt ON pt.id = s.track_id
        LEFT JOIN process AS p ON p.upid = pt.upid
        WHERE s.id = ?\
        """;

    private static final String CHILDREN = """
        SELECT CAST(coalesce(sum(least(CASE WHEN dur < 0 THEN ? ELSE ts + dur END, ?) - ts), 0) AS BIGINT)
        FROM slice WHERE parent_id = ? AND track_id = ? AND dur <> 0\
        """;

    private static final String PARENT = "SELECT id, name, dur, parent_id FROM slice WHERE id = ?";

    private static final String FLOWS = """
        SELECT s.id, s.name, s.ts, th.name, th.tid, p.name
        FROM flow AS f
        JOIN slice AS s ON s.id = f.%s
        LEFT JOIN thread_track AS tt ON tt.id = s.track_id
        LEFT JOIN thread AS th ON th.utid = tt.utid
        LEFT JOIN process_track AS pt ON pt.id = s.track_id
        LEFT JOIN process AS p ON p.upid = pt.upid
        WHERE f.%s = ?
        ORDER BY s.ts, s.id
        LIMIT 200\
        """;

    private record Row(
            String name,
            String category,
            long ts,
            long dur,
            Long threadDur,
            int depth,
            long trackId,
            String track,
            Long utid,
            Long args,
            Long parent,
            String process,
            Long pid,
            long machine) {}

    private SliceQuery() {}

    public static Optional<SliceInfo> read(TraceQueries queries, long id, long traceEnd) throws QueryException {
        Optional<Row> row = queries.first(
                SLICE,
                r -> new Row(
                        r.getString(1),
                        r.getString(2),
                        r.getLong(3),
                        r.getLong(4),
                        TraceQueries.number(r, 5),
                        r.getInt(6),
                        r.getLong(7),
                        r.getString(8),
                        TraceQueries.number(r, 9),
                        TraceQueries.number(r, 10),
                        TraceQueries.number(r, 11),
                        r.getString(12),
                        TraceQueries.number(r, 13),
                        r.getLong(14)),
                id);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        Row s = row.get();
        long end = s.dur < 0 ? Math.max(s.ts, traceEnd) : s.ts + s.dur;
        long children = s.dur == 0
                ? 0
                : queries.first(CHILDREN, r -> r.getLong(1), end, end, id, s.trackId)
                        .orElse(0L);
        Optional<ThreadRef> thread = ThreadRef.find(queries, s.utid);
        List<StateTime> states =
                s.utid == null || end <= s.ts ? List.of() : StateShares.during(queries, s.utid, s.ts, end);
        String track = s.process == null
                ? s.track
                : (s.track == null ? "" : s.track + " · ")
                        + ThreadRef.label(s.process, s.pid, EventDetailTexts.PROCESS);
        return Optional.of(new SliceInfo(
                id,
                s.name,
                s.category,
                s.ts,
                s.dur,
                end,
                Math.max(0, end - s.ts - children),
                s.threadDur,
                s.depth,
                s.trackId,
                track,
                thread,
                states,
                parents(queries, s.parent),
                flows(queries, id, s.ts, false),
                flows(queries, id, s.ts, true),
                Arg.ofEvent(queries, s.args, s.ts, s.machine),
                SliceRelations.read(queries, id, s.trackId, s.utid, s.ts, end)));
    }

    private static List<EventLink> parents(TraceQueries queries, Long first) throws QueryException {
        record Parent(EventLink link, Long next) {}
        List<EventLink> links = new ArrayList<>();
        Long next = first;
        while (next != null && links.size() < 100) {
            Optional<Parent> p = queries.first(
                    PARENT,
                    r -> new Parent(
                            new EventLink("slice", r.getLong(1), EventLink.name(r.getString(2)), "", r.getLong(3)),
                            TraceQueries.number(r, 4)),
                    next);
            p.ifPresent(f -> links.add(f.link));
            next = p.map(Parent::next).orElse(null);
        }
        return links;
    }

    private static List<EventLink> flows(TraceQueries queries, long id, long ts, boolean isOutgoing)
            throws QueryException {
        String sql = FLOWS.formatted(isOutgoing ? "slice_in" : "slice_out", isOutgoing ? "slice_out" : "slice_in");
        return queries.all(
                sql,
                r -> {
                    String condition = r.getString(4) == null && TraceQueries.number(r, 5) == null
                            ? r.getString(6) == null ? "" : r.getString(6)
                            : ThreadRef.label(r.getString(4), TraceQueries.number(r, 5), EventDetailTexts.THREAD);
                    return new EventLink(
                            "slice", r.getLong(1), EventLink.name(r.getString(2)), condition, r.getLong(3) - ts);
                },
                id);
    }
}
