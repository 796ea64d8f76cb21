-- @case begins and ends make slices that lie in each other, what is not ended has no duration
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case slices are children of the slice around them
SELECT s.name, p.name AS parent, s.depth FROM slice AS s LEFT JOIN slice AS p ON p.id = s.parent_id ORDER BY s.ts, s.id

-- @case threads, processes and named tracks are tracks
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id
