-- @case clocks, devices and limits are counters; limits count only while something is throttled
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case states of devices, held wake locks and steps of suspending are slices
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case slices of power have tracks by device, lock and step
SELECT t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, count() AS slices
FROM slice AS s JOIN track AS t ON t.id = s.track_id GROUP BY t.id, t.type, t.name, t.dimension_arg_set_id ORDER BY t.id
