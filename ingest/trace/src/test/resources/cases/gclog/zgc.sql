-- @case generations are cycles
SELECT s.ts, s.dur, s.depth, t.name AS track, s.name FROM slice s JOIN track t ON t.id = s.track_id ORDER BY s.id;
-- @case sizes are counters before and after
SELECT c.ts, k.name, c.value FROM counter c JOIN process_counter_track k ON k.id = c.track_id ORDER BY c.id;
