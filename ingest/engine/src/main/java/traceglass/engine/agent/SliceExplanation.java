package traceglass.engine.agent;

import java.util.ArrayList;
import java.util.List;

/// Explains the duration of a slice: its parents and children, the states of its thread during the slice, and the
/// causes of the thread's waits.
public final class SliceExplanation {

    private static final String SLICE = """
            SELECT s.id, s.name, s.category, s.ts, s.ts - trace_start() AS since_start_ns,
              CASE WHEN s.dur < 0 THEN trace_end() - s.ts ELSE s.dur END AS dur_ns, s.dur < 0 AS never_ended,
              s.thread_dur AS cpu_ns, s.depth, s.track_id, th.utid, th.tid, th.name AS thread, p.pid, p.name AS process,
              s.arg_set_id
            FROM slice AS s
            LEFT JOIN thread_track AS tt ON tt.id = s.track_id
            LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN process_track AS pt ON pt.id = s.track_id
            LEFT JOIN process AS p ON p.upid = coalesce(th.upid, pt.upid)
            WHERE s.id = ?\
            """;

    private static final String PARENTS = "SELECT id, name, dur AS dur_ns, depth FROM ancestor_slice(?) ORDER BY depth";

    private static final String CHILDREN = """
            SELECT name, count(*) AS count, sum(dur) AS total_ns, max(dur) AS longest_ns
            FROM slice WHERE parent_id = ? GROUP BY name ORDER BY total_ns DESC, name LIMIT 15\
            """;

    /// Self times of the slices below the slice, by name.
    private static final String DESCENDANTS = """
            WITH
              d AS (SELECT id, name, dur, depth, parent_id FROM descendant_slice(?)),
              inner_time AS (SELECT parent_id AS id, sum(dur) AS ns FROM d GROUP BY parent_id)
            SELECT d.name, count(*) AS count, sum(d.dur - coalesce(i.ns, 0)) AS self_ns, max(d.dur) AS longest_ns
            FROM d LEFT JOIN inner_time AS i ON i.id = d.id
            WHERE d.dur > 0
            GROUP BY d.name ORDER BY self_ns DESC, d.name LIMIT 15\
            """;

    private static final String SAME_NAME = """
            SELECT count(*) AS count, min(dur) AS shortest_ns, CAST(PERCENTILE(dur, 50) AS INT) AS median_ns,
              CAST(PERCENTILE(dur, 99) AS INT) AS p99_ns, max(dur) AS longest_ns, sum(dur > %2$d) AS longer_than_this
            FROM slice WHERE name = (SELECT name FROM slice WHERE id = %1$d) AND dur >= 0
            HAVING count(*) > 1\
            """;

    /// States of a thread in a time range, clipped to it. Parameters: utid, start, end.
    private static final String STATES = """
            WITH st AS (
              SELECT id, state, io_wait, cpu, blocked_function, waker_utid, irq_context,
                greatest(ts, %2$d) AS ts, least(CASE WHEN dur < 0 THEN trace_end() ELSE ts + dur END, %3$d) AS end_ts, ts >= %2$d AS begins_inside
              FROM thread_state
              WHERE utid = %1$d AND ts < %3$d AND (dur < 0 OR ts + dur > %2$d)
            )
            """;

    private static final String STATE_SUMS = STATES + """
            SELECT sched_state_io_to_human_readable_string(state, io_wait) AS state, count(*) AS times, sum(end_ts - ts) AS total_ns,
              max(end_ts - ts) AS longest_ns, round(100.0 * sum(end_ts - ts) / (%3$d - %2$d), 1) AS percent
            FROM st GROUP BY 1 ORDER BY total_ns DESC\
            """;

    private static final String BLOCKED = STATES + """
            SELECT blocked_function, count(*) AS times, sum(end_ts - ts) AS total_ns, max(end_ts - ts) AS longest_ns
            FROM st WHERE blocked_function IS NOT NULL GROUP BY 1 ORDER BY total_ns DESC LIMIT 15\
            """;

    private static final String WAKERS = STATES + """
            SELECT CASE WHEN st.irq_context = 1 THEN 'an interrupt' ELSE coalesce(th.name, '?') END AS woken_by, th.tid, p.name AS process,
              count(*) AS times
            FROM st LEFT JOIN thread AS th ON th.utid = st.waker_utid LEFT JOIN process AS p ON p.upid = th.upid
            WHERE st.waker_utid IS NOT NULL AND st.begins_inside
            GROUP BY 1, 2, 3 ORDER BY times DESC LIMIT 10\
            """;

    private static final String CRITICAL_PATH = """
            INCLUDE PERFETTO MODULE sched.thread_executing_span_with_slice;
            INCLUDE PERFETTO MODULE sched.states;
            SELECT CASE WHEN p.utid = p.root_utid THEN 'this thread' ELSE 'another thread' END AS held_by,
              th.name AS thread, th.tid, pr.name AS process, sched_state_io_to_human_readable_string(p.state, p.io_wait) AS state,
              p.function AS blocked_function, s.name AS slice, min(p.slice_id) AS slice_id, count(*) AS spans, sum(p.dur) AS total_ns,
              round(100.0 * sum(p.dur) / %3$d, 1) AS percent
            FROM _critical_path_spans(%1$d, %2$d, %3$d) AS p
            LEFT JOIN thread AS th ON th.utid = p.utid
            LEFT JOIN process AS pr ON pr.upid = th.upid
            LEFT JOIN slice AS s ON s.id = p.slice_id
            GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY total_ns DESC LIMIT 20\
            """;

    private static final String ARGS =
            "SELECT key, display_value AS value FROM args WHERE arg_set_id = ? ORDER BY key LIMIT 40";

    private static final String FLOWS = """
            SELECT CASE WHEN f.slice_in = %1$d THEN 'from' ELSE 'to' END AS direction, s.id AS slice_id, s.name, s.ts, s.dur AS dur_ns,
              th.name AS thread, p.name AS process
            FROM flow AS f
            JOIN slice AS s ON s.id = CASE WHEN f.slice_in = %1$d THEN f.slice_out ELSE f.slice_in END
            LEFT JOIN thread_track AS tt ON tt.id = s.track_id
            LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN process AS p ON p.upid = th.upid
            WHERE f.slice_in = %1$d OR f.slice_out = %1$d
            ORDER BY direction, s.ts LIMIT 20\
            """;

    private SliceExplanation() {}

    /// @param id id of the slice in the table `slice`
    /// @return tables, the first about the slice itself; only a note if the slice does not exist
    public static List<AnswerTable> of(AgentQueries q, long id) {
        AnswerTable head = q.query("Slice", SLICE, id);
        if (head.isEmpty()) {
            return List.of(AnswerTable.withNote("Slice", AgentTexts.noSlice(id)));
        }
        long dur = head.firstLong("dur_ns", 0);
        List<AnswerTable> tables = new ArrayList<>(List.of(
                head,
                q.queryOrNote("Parents, outermost first", PARENTS, id),
                q.queryOrNote("Children by name", CHILDREN, id),
                q.queryOrNote("Descendants by self time", DESCENDANTS, id),
                q.queryOrNote("Slices with the same name", SAME_NAME.formatted(id, dur))));
        long utid = head.firstLong("utid", -1);
        if (utid >= 0 && dur > 0) {
            long start = head.firstLong("ts", 0);
            tables.addAll(ofThread(q, utid, start, start + dur));
        }
        tables.add(q.queryOrNote("Connected by flows", FLOWS.formatted(id)));
        long args = head.firstLong("arg_set_id", -1);
        if (args >= 0) {
            tables.add(q.queryOrNote("Arguments", ARGS, args));
        }
        return AgentQueries.withoutEmpty(tables);
    }

    /// Explains a time range of a thread: its states, the functions that blocked it, its wakers, and its
    /// critical path.
    ///
    /// @param start start in ns of the trace's clock
    /// @param end end in ns of the trace's clock, after `start`
    public static List<AnswerTable> ofThread(AgentQueries q, long utid, long start, long end) {
        String module = "INCLUDE PERFETTO MODULE sched.states;\n";
        AnswerTable states =
                q.queryOrNote("States of the thread in this time", module + STATE_SUMS.formatted(utid, start, end));
        if (states.isEmpty()) {
            return List.of(AnswerTable.withNote(states.title(), AgentTexts.NO_SCHEDULING));
        }
        return AgentQueries.withoutEmpty(List.of(
                states,
                q.queryOrNote("Kernel functions that blocked it", BLOCKED.formatted(utid, start, end)),
                q.queryOrNote("Woken by", WAKERS.formatted(utid, start, end)),
                q.queryOrNote("Critical path", CRITICAL_PATH.formatted(utid, start, end - start))));
    }
}
