package traceglass.analysis.sched;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.PackageRef;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.sched.states.ThreadStateInfo;
import traceglass.analysis.sched.states.ThreadStateLabels;
import traceglass.sql.result.QueryException;

/// Reads the properties of scheduling slices and thread states.
public final class SchedQuery {

    /// SQL expression for the name of a process, over `process AS p` and `thread AS th`.
    static final String PROCESS_NAME = "coalesce(p.name, CASE WHEN p.upid IS NULL THEN th.name ELSE "
            + SqlLabels.literal(SchedTexts.PROCESS_NUMBER) + " || p.pid END)";

    private static final String SCHED = "SELECT ts, dur, cpu, utid, end_state, priority FROM sched WHERE id = ?";

    private static final String STATE = """
        SELECT ts, dur, state, io_wait, cpu, blocked_function, utid, waker_utid, waker_id, irq_context
        FROM thread_state WHERE id = ?\
        """;

    private static final String STATE_AT =
            "SELECT id FROM thread_state WHERE utid = ? AND ts = ? AND state = 'Running' LIMIT 1";

    /// Runnable state that ended when the thread got a CPU.
    private static final String READY_BEFORE = """
        SELECT ts, waker_utid, waker_id, irq_context, state
        FROM thread_state WHERE utid = ? AND ts + dur = ? AND dur >= 0 AND state IN ('R', 'R+')
        ORDER BY ts DESC LIMIT 1\
        """;

    private static final String SCHED_AT = "SELECT id, priority FROM sched WHERE utid = ? AND ts = ? LIMIT 1";

    private static final String NEIGHBOR =
            "SELECT id, state, io_wait, dur FROM thread_state WHERE utid = ? AND ts %s ? AND id <> ? ORDER BY ts %s"
                    + " LIMIT 1";

    private static final String WOKEN = """
        SELECT s.id, th.name, th.tid, s.dur
        FROM thread_state AS s LEFT JOIN thread AS th ON th.utid = s.utid
        WHERE s.waker_id = ? AND s.state IN ('R', 'R+')
        ORDER BY s.ts LIMIT 100\
        """;

    private record Ready(long ts, Long wakerUtid, Long wakerId, boolean isFromInterrupt, boolean isPreempted) {}

    private SchedQuery() {}

    public static Optional<SchedSliceInfo> sched(TraceQueries queries, long id) throws QueryException {
        record Row(long ts, long dur, long cpu, Long utid, String end, Long priority) {}
        Optional<Row> row = queries.first(
                SCHED,
                r -> new Row(
                        r.getLong(1),
                        r.getLong(2),
                        r.getLong(3),
                        TraceQueries.number(r, 4),
                        r.getString(5),
                        TraceQueries.number(r, 6)),
                id);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        Row s = row.get();
        Long state = s.utid == null
                ? null
                : queries.first(STATE_AT, r -> r.getLong(1), s.utid, s.ts).orElse(null);
        Optional<Ready> ready = readyBefore(queries, s.utid, s.ts);
        String end = s.end == null || s.end.isEmpty() ? "" : ThreadStateLabels.of(s.end, null);
        return Optional.of(new SchedSliceInfo(
                id,
                s.ts,
                s.dur,
                s.cpu,
                end,
                s.priority,
                ThreadRef.find(queries, s.utid),
                state,
                ready.map(Ready::ts).orElse(null),
                ThreadRef.find(queries, ready.map(Ready::wakerUtid).orElse(null)),
                ready.map(Ready::wakerId).orElse(null),
                ready.map(Ready::isFromInterrupt).orElse(false),
                app(queries, s.utid)));
    }

    private static Optional<PackageRef> app(TraceQueries queries, Long utid) throws QueryException {
        return PackageRef.of(
                queries, ThreadRef.find(queries, utid).map(ThreadRef::upid).orElse(null));
    }

    private static Optional<Ready> readyBefore(TraceQueries queries, Long utid, long ts) throws QueryException {
        return utid == null
                ? Optional.empty()
                : queries.first(
                        READY_BEFORE,
                        r -> new Ready(
                                r.getLong(1),
                                TraceQueries.number(r, 2),
                                TraceQueries.number(r, 3),
                                r.getLong(4) != 0,
                                "R+".equals(r.getString(5))),
                        utid,
                        ts);
    }

    public static Optional<ThreadStateInfo> threadState(TraceQueries queries, long id) throws QueryException {
        Optional<StateRow> row = state(queries, id);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        StateRow s = row.get();
        boolean isRunning = "Running".equals(s.state);
        Optional<ScheduledRun> turn = isRunning && s.utid != null
                ? queries.first(SCHED_AT, r -> new ScheduledRun(r.getLong(1), TraceQueries.number(r, 2)), s.utid, s.ts)
                : Optional.empty();
        // The waker of a running thread is recorded in the preceding runnable state.
        Optional<Ready> ready = isRunning ? readyBefore(queries, s.utid, s.ts) : Optional.empty();
        Long wakerUtid =
                s.wakerUtid != null ? s.wakerUtid : ready.map(Ready::wakerUtid).orElse(null);
        Long wakerId = s.wakerId != null ? s.wakerId : ready.map(Ready::wakerId).orElse(null);
        return Optional.of(new ThreadStateInfo(
                id,
                s.ts,
                s.dur,
                readableState(s.state, s.io),
                s.cpu,
                s.blocked,
                ThreadRef.find(queries, s.utid),
                turn.map(ScheduledRun::id).orElse(null),
                turn.map(ScheduledRun::priority).orElse(null),
                ThreadRef.find(queries, wakerUtid),
                wakerId,
                s.isInterrupt || ready.map(Ready::isFromInterrupt).orElse(false),
                neighbor(queries, s.utid, s.ts, id, "<=", "DESC, id DESC"),
                neighbor(queries, s.utid, s.ts, id, ">=", "ASC, id ASC"),
                wokenThreads(queries, id),
                app(queries, s.utid)));
    }

    private record StateRow(
            long ts,
            long dur,
            String state,
            Long io,
            Long cpu,
            String blocked,
            Long utid,
            Long wakerUtid,
            Long wakerId,
            boolean isInterrupt) {}

    private record ScheduledRun(long id, Long priority) {}

    private static Optional<StateRow> state(TraceQueries queries, long id) throws QueryException {
        return queries.first(
                STATE,
                r -> new StateRow(
                        r.getLong(1),
                        r.getLong(2),
                        r.getString(3),
                        TraceQueries.number(r, 4),
                        TraceQueries.number(r, 5),
                        r.getString(6),
                        TraceQueries.number(r, 7),
                        TraceQueries.number(r, 8),
                        TraceQueries.number(r, 9),
                        r.getLong(10) != 0),
                id);
    }

    /// The threads that this one woke.
    private static List<EventLink> wokenThreads(TraceQueries queries, long id) throws QueryException {
        return queries.all(
                WOKEN,
                r -> new EventLink(
                        "thread_state",
                        r.getLong(1),
                        ThreadRef.label(r.getString(2), TraceQueries.number(r, 3), EventDetailTexts.THREAD),
                        "",
                        r.getLong(4)),
                id);
    }

    private static Optional<EventLink> neighbor(
            TraceQueries queries, Long utid, long ts, long id, String test, String order) throws QueryException {
        return utid == null
                ? Optional.empty()
                : queries.first(
                        NEIGHBOR.formatted(test, order),
                        r -> new EventLink(
                                "thread_state",
                                r.getLong(1),
                                readableState(r.getString(2), TraceQueries.number(r, 3)),
                                "",
                                r.getLong(4)),
                        utid,
                        ts,
                        id);
    }

    private static String readableState(String state, Long io) {
        return ThreadStateLabels.of(state, io == null ? null : io != 0);
    }
}
