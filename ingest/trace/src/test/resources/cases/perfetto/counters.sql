-- @case values are multiplied by the track's unit, and summed where they are differences
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case counters have the unit of their track
SELECT t.id, t.type, t.name, t.unit, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, count(c.id) AS samples
FROM counter_track AS t
LEFT JOIN counter AS c ON c.track_id = t.id
GROUP BY t.id, t.type, t.name, t.unit, t.dimension_arg_set_id
ORDER BY t.id

-- @case thread time and instructions of a slice are the differences between its begin and end
SELECT ts, dur, name, thread_ts, thread_dur, thread_instruction_count, thread_instruction_delta FROM slice ORDER BY ts

-- @case statistics count counters that cannot be used
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx
