-- @case work, secure calls and probes are slices of the thread, functions of their own track, of the CPU for the idle thread
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case function graphs have tracks of the thread or, when idle, of the CPU
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id

-- @case raw events name functions whose symbols the trace has
SELECT e.ts, e.name, e.cpu, t.tid, e.common_flags, __intrinsic_arg_set_to_json(e.arg_set_id) AS args
FROM ftrace_event AS e
JOIN thread AS t USING (utid)
ORDER BY e.ts, e.id
