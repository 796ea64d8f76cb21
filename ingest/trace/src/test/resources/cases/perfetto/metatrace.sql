-- @case the service's own events are slices of its thread
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case the service's own counters become counters
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case tracks of the service belong to its thread
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id

-- @case overruns are counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx
