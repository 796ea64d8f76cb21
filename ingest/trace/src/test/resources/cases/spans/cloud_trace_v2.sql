-- @case spans are slices of their projects with their attributes and events
SELECT s.ts, s.dur, s.name, p.name AS service, a.key, a.display_value FROM slice s
JOIN process_track t ON t.id = s.track_id JOIN process p USING (upid) LEFT JOIN args a USING (arg_set_id)
WHERE a.key IS NULL OR a.key NOT LIKE '%Id' ORDER BY s.ts, s.id, a.key;
