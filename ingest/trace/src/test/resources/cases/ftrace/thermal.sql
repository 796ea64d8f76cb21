-- @case temperatures and cooling are counters at the time at which they were measured
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case temperatures have a track per zone or device
SELECT t.id, t.type, t.name, t.unit, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, count(c.id) AS samples
FROM counter_track AS t
LEFT JOIN counter AS c ON c.track_id = t.id
GROUP BY t.id, t.type, t.name, t.unit, t.dimension_arg_set_id
ORDER BY t.id

-- @case an unknown zone and an event without its time are counted
SELECT name, value FROM stats WHERE value > 0 AND name GLOB 'ftrace_*' ORDER BY name
