-- @case slices may begin in one form and end in the other
SELECT s.ts, s.dur, s.ucpu, t.tid, t.name, s.end_state, s.priority
FROM sched AS s
JOIN thread AS t USING (utid)
ORDER BY s.ts, s.ucpu

-- @case the compact form takes the previous thread from the preceding switch
SELECT e.ts, e.name, e.cpu, t.tid, e.common_flags, __intrinsic_arg_set_to_json(e.arg_set_id) AS args
FROM ftrace_event AS e
JOIN thread AS t USING (utid)
ORDER BY e.ts, e.id

-- @case the thread that runs wakes others
SELECT s.ts, s.dur, t.tid, t.name, s.state, s.cpu, s.io_wait, s.blocked_function, w.name AS waker, s.irq_context
FROM thread_state AS s
JOIN thread AS t USING (utid)
LEFT JOIN thread AS w ON w.utid = s.waker_utid
WHERE t.tid != 0
ORDER BY s.ts, t.tid
