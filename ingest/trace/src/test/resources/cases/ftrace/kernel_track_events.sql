-- @case tracepoints with a type and a name are slices
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case tracepoints with a value are counters
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case tracks belong to the thread, the process, the CPU or the scope in the tracepoint
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id

-- @case events without a field that they need are counted
SELECT name, value FROM stats WHERE value > 0 AND name GLOB 'kernel_track*'
