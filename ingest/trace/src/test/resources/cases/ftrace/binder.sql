-- @case calls are slices of the calling thread, replies of the replying thread, with all known properties
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case a flow leads from a call to its reply, and from an asynchronous call to its receiver
SELECT o.name AS from_slice, o.ts AS from_ts, i.name AS to_slice, i.ts AS to_ts
FROM flow AS f
JOIN slice AS o ON o.id = f.slice_out
JOIN slice AS i ON i.id = f.slice_in
ORDER BY o.ts, i.ts

-- @case a call has its answer in the other process
.details slice 0
.details slice 1
.flows 0
