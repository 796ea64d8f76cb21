-- @case limits, clocks, temperatures and idle states are counters with the values of the lines
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case a state may be a number, and a task without a name keeps its own
SELECT s.ts, s.dur, t.tid, t.name, s.state, w.tid AS waker, w.name AS waker_name
FROM thread_state AS s
JOIN thread AS t USING (utid)
LEFT JOIN thread AS w ON w.utid = s.waker_utid
WHERE t.tid != 0
ORDER BY s.ts, t.tid

-- @case waiting for the lock of binder and holding it are slices
SELECT s.ts, s.dur, s.name, t.tid FROM slice AS s JOIN thread_track AS tt ON tt.id = s.track_id JOIN thread AS t USING (utid) ORDER BY s.ts, s.id
