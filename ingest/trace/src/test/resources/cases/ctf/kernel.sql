-- @case switches are scheduling slices
SELECT s.ts, s.dur, s.cpu, t.tid, t.name, p.pid, s.end_state
FROM sched AS s
JOIN thread AS t USING (utid)
LEFT JOIN process AS p USING (upid)
ORDER BY s.ts

-- @case a woken thread has its waker
SELECT s.ts, s.dur, t.tid, s.state, w.tid AS waker
FROM thread_state AS s
JOIN thread AS t USING (utid)
LEFT JOIN thread AS w ON w.utid = s.waker_utid
ORDER BY s.ts, t.tid

-- @case system calls and interrupts are slices
SELECT s.ts, s.dur, t.type, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case frequencies are counters
SELECT c.ts, t.name, c.value FROM counter AS c JOIN track AS t ON t.id = c.track_id

-- @case events have the names of ftrace
SELECT ts, name FROM ftrace_event ORDER BY ts
