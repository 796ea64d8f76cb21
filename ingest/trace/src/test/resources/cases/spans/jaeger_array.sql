-- @case spans in an array are read
SELECT s.ts, s.dur, p.name AS service, s.name
FROM slice AS s
JOIN process_track AS t ON t.id = s.track_id
JOIN process AS p USING (upid)
ORDER BY s.ts
