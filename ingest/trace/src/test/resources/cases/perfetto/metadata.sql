-- @case metadata in the trace becomes rows of metadata
SELECT name, str_value, int_value FROM metadata WHERE name NOT IN ('trace_size_bytes') ORDER BY name, str_value, int_value

-- @case triggers are instants
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case the time at which the trace was cloned is known
SELECT name, value FROM stats WHERE name GLOB 'traced_clone*' AND value > 0
