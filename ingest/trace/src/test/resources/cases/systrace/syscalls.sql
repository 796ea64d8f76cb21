-- @case calls are slices of their threads, which a marker cuts
SELECT s.ts, s.dur, t.tid, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s JOIN thread_track AS tt ON tt.id = s.track_id JOIN thread AS t USING (utid) ORDER BY s.ts, s.id

-- @case the rows have the names of the events and of their fields
SELECT f.ts, f.name, string_agg(a.key || '=' || a.display_value, ' ' ORDER BY a.id) AS args
FROM ftrace_event AS f LEFT JOIN args AS a USING (arg_set_id) GROUP BY ALL ORDER BY f.ts
