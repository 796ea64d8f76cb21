-- @case functions without names are slices as well
SELECT s.ts, s.dur, s.depth, t.name AS track, s.name FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case addresses are arguments
SELECT f.ts, f.name, string_agg(a.key || '=' || a.display_value, ' ' ORDER BY a.id) AS args
FROM ftrace_event AS f LEFT JOIN args AS a USING (arg_set_id) GROUP BY ALL ORDER BY f.ts
