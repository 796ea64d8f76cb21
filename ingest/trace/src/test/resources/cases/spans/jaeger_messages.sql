-- @case spans in the JSON form of Jaeger's messages are read
SELECT s.ts, s.dur, p.name AS service, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN process_track AS t ON t.id = s.track_id
JOIN process AS p USING (upid)
ORDER BY s.ts
