-- @case slices are on the executors of their parents, and marks are instants
SELECT s.ts, s.dur, s.depth, t.type, t.name AS executor, s.name
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
ORDER BY s.ts, s.id

-- @case slices follow from others, or share a flow
SELECT a.name AS slice_out, b.name AS slice_in
FROM flow
JOIN slice AS a ON a.id = slice_out
JOIN slice AS b ON b.id = slice_in
ORDER BY a.name
