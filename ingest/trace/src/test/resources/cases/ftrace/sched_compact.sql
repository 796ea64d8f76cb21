-- @case switches of the compact form end the slice before with their state and begin the next
SELECT s.ts, s.dur, s.ucpu, t.tid, t.name, s.end_state, s.priority
FROM sched AS s
JOIN thread AS t USING (utid)
ORDER BY s.ts, s.ucpu

-- @case wakings of the compact form are by the thread that runs on the CPU
SELECT s.ts, s.dur, t.tid, t.name, s.state, s.cpu, s.io_wait, s.blocked_function, w.name AS waker, s.irq_context
FROM thread_state AS s
JOIN thread AS t USING (utid)
LEFT JOIN thread AS w ON w.utid = s.waker_utid
WHERE t.tid != 0
ORDER BY s.ts, t.tid

-- @case raw events of the compact form have the name, priority and state of both threads
SELECT e.ts, e.name, e.cpu, t.tid, e.common_flags, __intrinsic_arg_set_to_json(e.arg_set_id) AS args
FROM ftrace_event AS e
JOIN thread AS t USING (utid)
ORDER BY e.ts, e.id

-- @case first switches, wakings without a waker and damaged columns are counted
SELECT name, value FROM stats WHERE name GLOB 'compact_sched*' AND value > 0 ORDER BY name
