-- @case memory reclaim is a slice of the thread with what it scanned and freed
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case raw events name the function that shrinks
SELECT e.ts, e.name, e.cpu, t.tid, e.common_flags, __intrinsic_arg_set_to_json(e.arg_set_id) AS args
FROM ftrace_event AS e
JOIN thread AS t USING (utid)
ORDER BY e.ts, e.id

-- @case flags of allocations are names in the text of events
SELECT to_ftrace(id) AS line FROM ftrace_event WHERE name LIKE '%_begin' OR name LIKE 'mm_shrink%' ORDER BY id
