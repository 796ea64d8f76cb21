-- @case new tasks are processes or threads by their clone flags, renamed tasks have their new name, freed ones an end
SELECT t.tid, t.name, t.start_ts, t.end_ts, t.is_main_thread, p.pid, p.name AS process, p.start_ts AS process_start, p.end_ts AS process_end
FROM thread AS t
LEFT JOIN process AS p USING (upid)
WHERE t.tid != 0
ORDER BY t.utid

-- @case a new process has the process of the thread that made it as parent
SELECT p.pid, q.pid AS parent FROM process AS p LEFT JOIN process AS q ON q.upid = p.parent_upid ORDER BY p.pid

-- @case threads are created, run, block and are woken, with the reason for blocking
SELECT s.ts, s.dur, t.tid, t.name, s.state, s.cpu, s.io_wait, s.blocked_function, w.name AS waker, s.irq_context
FROM thread_state AS s
JOIN thread AS t USING (utid)
LEFT JOIN thread AS w ON w.utid = s.waker_utid
WHERE t.tid != 0
ORDER BY s.ts, t.tid

-- @case signals and OOM kills are instants of the target threads
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case raw events name the kernel function instead of its number
SELECT e.ts, e.name, e.cpu, t.tid, e.common_flags, __intrinsic_arg_set_to_json(e.arg_set_id) AS args
FROM ftrace_event AS e
JOIN thread AS t USING (utid)
ORDER BY e.ts, e.id
