-- @case blanks, jobs of each ring one after the other, fences until they are signaled, and waits are slices
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case a flow leads from where a job was queued to where it runs
SELECT o.name AS from_slice, o.ts AS from_ts, i.name AS to_slice, i.ts AS to_ts
FROM flow AS f
JOIN slice AS o ON o.id = f.slice_out
JOIN slice AS i ON i.id = f.slice_in
ORDER BY o.ts, i.ts

-- @case rings, fence timelines and displays have tracks
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id
