-- @case switches make slices of CPUs
SELECT s.ts, s.dur, s.ucpu, t.tid, t.name, s.end_state, s.priority
FROM sched AS s
JOIN thread AS t USING (utid)
ORDER BY s.ts, s.ucpu

-- @case wakeups and reasons for blocking make states of threads
SELECT s.ts, s.dur, t.tid, t.name, s.state, s.cpu, s.io_wait, s.blocked_function, w.name AS waker, s.irq_context
FROM thread_state AS s
JOIN thread AS t USING (utid)
LEFT JOIN thread AS w ON w.utid = s.waker_utid
WHERE t.tid != 0
ORDER BY s.ts, t.tid

-- @case marks and calls are slices of threads
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case frequencies and levels are counters
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case threads are of the process in brackets
SELECT t.tid, t.name, t.start_ts, t.end_ts, t.is_main_thread, p.pid, p.name AS process, p.start_ts AS process_start, p.end_ts AS process_end
FROM thread AS t
LEFT JOIN process AS p USING (upid)
WHERE t.tid != 0
ORDER BY t.utid

-- @case lines that cannot be read are counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx
