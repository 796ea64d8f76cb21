-- @case frequency, idle state, throttle, limits and load are counters of the CPU that the event names
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case each counter has a track of its type and CPU
SELECT t.id, t.type, t.name, t.unit, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions
FROM counter_track AS t
ORDER BY t.id

-- @case steps of hotplug are slices of the CPU that goes up or down, with the CPU that does it
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id
