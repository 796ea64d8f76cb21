-- @case annotations of all kinds become arguments
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
WHERE s.name != 'infinite'
ORDER BY s.ts, s.id

-- @case each argument has a flat key, a key and a type
SELECT s.name, a.flat_key, a.key, a.int_value, a.string_value, a.real_value, a.value_type
FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, a.id

-- @case what cannot be read is counted
SELECT name, value FROM stats WHERE value > 0 AND name GLOB '*rror*' ORDER BY name
