-- @case tracepoints are raw rows with their fields as arguments
SELECT f.ts, f.name, f.cpu, t.tid, string_agg(a.key || '=' || a.display_value, ' ' ORDER BY a.id) AS args
FROM ftrace_event AS f JOIN thread AS t USING (utid) LEFT JOIN args AS a USING (arg_set_id) GROUP BY ALL ORDER BY f.ts

-- @case system calls and interrupts are slices
SELECT s.ts, s.dur, t.type, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts
