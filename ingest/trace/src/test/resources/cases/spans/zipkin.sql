-- @case both sides of a call with one id are spans, and children are nested on the receiver's side
SELECT s.ts, s.dur, s.depth, p.name AS service, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN process_track AS t ON t.id = s.track_id
JOIN process AS p USING (upid)
ORDER BY s.ts, s.id

-- @case a flow leads from the sender to the receiver
SELECT a.ts AS ts_out, a.name AS slice_out, b.ts AS ts_in, b.name AS slice_in
FROM flow
JOIN slice AS a ON a.id = slice_out
JOIN slice AS b ON b.id = slice_in
ORDER BY b.ts
