-- @case spans belong to the services of their own trace
SELECT s.ts, s.dur, s.depth, p.name AS service, s.category, s.name
FROM slice AS s
JOIN process_track AS t ON t.id = s.track_id
JOIN process AS p USING (upid)
ORDER BY s.ts, s.id

-- @case tags, warnings and fields of logs are arguments
SELECT s.name, a.key, a.value_type, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, s.id, a.id

-- @case references are flows unless they are seen by nesting
SELECT a.name AS slice_out, b.name AS slice_in
FROM flow
JOIN slice AS a ON a.id = slice_out
JOIN slice AS b ON b.id = slice_in
ORDER BY a.name, b.name

-- @case the span with an error is marked
SELECT s.name FROM __intrinsic_slice_color AS c JOIN slice AS s ON s.id = c.slice_id
