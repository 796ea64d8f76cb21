package traceglass.convert.perfetto;

/// Queries whose results must be the same after a trace was converted and read again.
final class RoundTripQueries {

    private RoundTripQueries() {}

    /// Slices with their owners and the names of their tracks, except tracks of threads.
    static final String SLICES_BY_NAME = """
            SELECT s.ts, s.dur, s.depth, coalesce(s.category, ''), coalesce(s.name, ''),
                CASE WHEN tt.utid IS NULL THEN coalesce(t.name, t.type) ELSE '' END, coalesce(th.name, ''), coalesce(p.name, '')
            FROM slice AS s JOIN track AS t ON t.id = s.track_id
            LEFT JOIN thread_track AS tt ON tt.id = t.id LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN process_track AS pt ON pt.id = t.id LEFT JOIN process AS p ON p.upid = coalesce(pt.upid, th.upid)
            ORDER BY ALL\
            """;

    /// Slices with thread and process ids, for traces in which these are unique.
    static final String SLICES = SLICES_BY_NAME.replace(
            "coalesce(p.name, '')\n", "coalesce(p.name, ''), coalesce(th.tid, -1), coalesce(p.pid, -1)\n");

    /// Arguments without the prefixes of their keys.
    static final String ARGS = """
            SELECT s.ts, s.name, regexp_replace(a.key, '^(debug|args)\\.', '') AS k, a.value_type,
                coalesce(a.string_value, cast(a.int_value AS TEXT), cast(a.real_value AS TEXT))
            FROM slice AS s JOIN args AS a USING (arg_set_id)
            WHERE k NOT LIKE 'legacy_event%' ORDER BY ALL\
            """;

    /// Counters, except thread times of slices, which readers of Perfetto traces also show as counters.
    static final String COUNTERS = """
            SELECT c.ts, c.value, t.name, coalesce(t.unit, ''), coalesce(p.name, ''), coalesce(th.name, '')
            FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id
            LEFT JOIN process_counter_track AS pt ON pt.id = t.id LEFT JOIN process AS p ON p.upid = pt.upid
            LEFT JOIN thread_counter_track AS tt ON tt.id = t.id LEFT JOIN thread AS th ON th.utid = tt.utid
            WHERE coalesce(t.name, '') NOT IN ('thread_time', 'thread_instruction_count')
                AND t.id NOT IN (SELECT track_id FROM stack_sample_counter) ORDER BY ALL\
            """;

    /// Flows, except flows that lead back in time, which the format does not support.
    static final String FLOWS = """
            SELECT o.ts, o.name, i.ts, i.name FROM flow AS f
            JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in
            WHERE o.ts <= i.ts ORDER BY ALL\
            """;

    /// Scheduling without the idle threads, which some formats do not have. Threads without
    /// priority get the default.
    static final String SCHEDULING = """
            SELECT s.cpu, s.ts, s.dur, t.tid, coalesce(t.name, ''), coalesce(s.end_state, ''), coalesce(s.priority, 120)
            FROM sched_slice AS s JOIN thread AS t USING (utid) WHERE t.tid != 0 ORDER BY ALL\
            """;

    static final String STATES = """
            SELECT s.ts, s.dur, t.tid, s.state, coalesce(w.tid, -1)
            FROM thread_state AS s JOIN thread AS t USING (utid) LEFT JOIN thread AS w ON w.utid = s.waker_utid
            WHERE t.tid != 0 ORDER BY ALL\
            """;

    static final String HEAPS = """
            WITH RECURSIVE stacks(id, text) AS (
                SELECT c.id, f.name FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id
                WHERE c.parent_id IS NULL
                UNION ALL SELECT c.id, s.text || ';' || f.name FROM stacks AS s
                JOIN stack_profile_callsite AS c ON c.parent_id = s.id JOIN stack_profile_frame AS f ON f.id = c.frame_id)
            SELECT h.ts, p.pid, h.heap_name, s.text, h."count", h.size FROM heap_profile_allocation AS h
            JOIN process AS p USING (upid) JOIN stacks AS s ON s.id = h.callsite_id ORDER BY ALL\
            """;

    static final String SAMPLES = """
            WITH RECURSIVE stacks(id, text) AS (
                SELECT c.id, f.name FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id
                WHERE c.parent_id IS NULL
                UNION ALL SELECT c.id, s.text || ';' || f.name FROM stacks AS s
                JOIN stack_profile_callsite AS c ON c.parent_id = s.id JOIN stack_profile_frame AS f ON f.id = c.frame_id)
            SELECT p.ts, t.tid, coalesce(t.name, ''), s.text, p.source, e.cpu_mode, p.unwind_error, n.timebase_unit
            FROM __intrinsic_profiler_sample AS p JOIN __intrinsic_profiler_task_context AS x ON x.id = p.task_context_id
            LEFT JOIN __intrinsic_profiler_execution_context AS e ON e.id = p.execution_context_id
            LEFT JOIN __intrinsic_profiler_session AS n ON n.id = p.session_id
            JOIN thread AS t USING (utid) JOIN stacks AS s ON s.id = p.callsite_id ORDER BY ALL\
            """;

    static final String WEIGHTS = """
            SELECT p.ts, k.name, round(w.weight) FROM __intrinsic_profiler_sample AS p
            JOIN stack_sample_counter AS m ON m.stack_sample_id = p.id JOIN _sample_weight AS w ON w.id = m.id
            JOIN counter_track AS k ON k.id = w.track_id ORDER BY ALL\
            """;

    /// Processes with their command lines, if these start with the process name.
    static final String PROCESSES = """
            SELECT p.name, CASE WHEN starts_with(p.cmdline, p.name || ' ') THEN p.cmdline ELSE '' END,
                coalesce(p.uid, -1), coalesce(q.name, '')
            FROM process AS p LEFT JOIN process AS q ON q.upid = p.parent_upid
            WHERE p.name IS NOT NULL ORDER BY ALL\
            """;

    /// Raw ftrace events with their arguments, except scheduling and frequencies. Readers interpret unsigned
    /// values of generic events as signed.
    static final String FTRACE = """
            SELECT e.ts, e.name, e.cpu, t.tid, coalesce(a.key, ''), coalesce(a.int_value::VARCHAR, a.display_value, '')
            FROM ftrace_event AS e LEFT JOIN thread AS t USING (utid) LEFT JOIN args AS a USING (arg_set_id)
            WHERE coalesce(e.name, '') NOT IN ('sched_switch', 'sched_waking', 'cpu_frequency', 'cpu_idle') ORDER BY ALL\
            """;

    /// Thread times of slices; readers do not store differences of 0.
    static final String THREAD_CLOCKS = """
            SELECT ts, name, thread_ts, coalesce(thread_dur, 0), thread_instruction_count,
                coalesce(thread_instruction_delta, 0) FROM slice
            WHERE thread_ts IS NOT NULL OR thread_instruction_count IS NOT NULL ORDER BY ALL\
            """;

    /// Order of named tracks, threads and processes.
    static final String ORDER = """
            SELECT t.name, a.key, a.display_value FROM track AS t
            JOIN args AS a ON a.arg_set_id = t.source_arg_set_id
            WHERE t.name IS NOT NULL AND a.key IN ('child_ordering', 'sibling_order_rank')
            UNION ALL SELECT t.name, a.key, a.display_value FROM thread AS t JOIN args AS a USING (arg_set_id)
            WHERE a.key LIKE '%sort_index%'
            UNION ALL SELECT p.name, a.key, a.display_value FROM process AS p JOIN args AS a USING (arg_set_id)
            WHERE a.key LIKE '%sort_index%' ORDER BY ALL\
            """;

    static final String HEAP_OBJECTS = """
            SELECT o.graph_sample_ts, c.name, c.kind, s.name, c.location, o.self_size, o.heap_type,
                replace(o.root_type, 'ROOT_', ''), o.reachable, o.root_distance
            FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id = o.type_id
            LEFT JOIN heap_graph_class AS s ON s.id = c.superclass_id ORDER BY ALL\
            """;

    static final String HEAP_REFERENCES = """
            SELECT r.field_name, r.field_type_name, c.name, o.self_size, d.name, p.self_size
            FROM heap_graph_reference AS r JOIN heap_graph_object AS o ON o.id = r.owner_id
            JOIN heap_graph_class AS c ON c.id = o.type_id LEFT JOIN heap_graph_object AS p ON p.id = r.owned_id
            LEFT JOIN heap_graph_class AS d ON d.id = p.type_id ORDER BY ALL\
            """;

    static final String LOGS = "SELECT ts, prio, tag, msg FROM android_logs ORDER BY ALL";
}
