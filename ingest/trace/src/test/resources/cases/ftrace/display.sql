-- @case frame errors and panel settings are instants with their fields
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case tracks are by display or panel
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id
