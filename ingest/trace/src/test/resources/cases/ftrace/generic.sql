-- @case events have the names and fields that the trace gives them
SELECT e.ts, e.name, e.cpu, t.tid, e.common_flags, __intrinsic_arg_set_to_json(e.arg_set_id) AS args
FROM ftrace_event AS e
JOIN thread AS t USING (utid)
ORDER BY e.ts, e.id

-- @case descriptions and fields that cannot be used are counted
SELECT name, value FROM stats WHERE value > 0 AND name GLOB 'ftrace_*' ORDER BY name

-- @case bytes that are not UTF-8 are omitted from a mark
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case a kernel event of an unknown kind has its fields
.details ftrace_event 0
.data Ftrace Events › Ftrace Track for CPU 2
