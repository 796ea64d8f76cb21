-- @case tracepoints are kernel events with arguments
SELECT f.ts, f.name, f.cpu, t.tid, group_concat(a.key || '=' || a.display_value, ' ' ORDER BY a.id) AS args
FROM ftrace_event f JOIN thread t USING (utid) LEFT JOIN args a USING (arg_set_id) GROUP BY f.id, f.ts, f.name, f.cpu, t.tid ORDER BY f.ts;

-- @case switches of all CPUs are scheduling slices
SELECT s.ts, s.dur, s.cpu, t.tid, t.name, s.end_state FROM sched s JOIN thread t USING (utid) ORDER BY s.ts;

-- @case a system call with its own events is a slice
SELECT s.ts, s.dur, s.name, t.tid FROM thread_slice s JOIN thread t USING (utid) ORDER BY s.ts;

-- @case tracepoints are samples, too
SELECT p.ts, t.name AS event FROM perf_sample p JOIN perf_counter_track t USING (perf_session_id) WHERE t.cpu = p.cpu ORDER BY p.ts;
