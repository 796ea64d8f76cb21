-- @case types of begin, end and instant are slices of the thread
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case type C is a counter of the process
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case counters of drivers are tracks of the process that the mark names
SELECT t.id, t.type, t.name, t.unit, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, count(c.id) AS samples
FROM counter_track AS t
LEFT JOIN counter AS c ON c.track_id = t.id
GROUP BY t.id, t.type, t.name, t.unit, t.dimension_arg_set_id
ORDER BY t.id

-- @case threads belong to the process that their marks name, except for marks of drivers
SELECT t.tid, p.pid FROM thread AS t LEFT JOIN process AS p USING (upid) WHERE t.tid != 0 ORDER BY t.tid
