-- @case frames and their parts are slices
SELECT s.ts, s.dur, s.depth, t.name AS track, p.pid, p.name AS process, s.name FROM slice s JOIN process_track t ON t.id = s.track_id JOIN process p USING (upid) ORDER BY s.id;
-- @case times and rates are counters
SELECT c.ts, k.name, k.unit, round(c.value, 3) AS value FROM counter c JOIN process_counter_track k ON k.id = c.track_id ORDER BY c.id;
-- @case other columns are arguments
SELECT s.id, a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.id < 3 ORDER BY s.id, a.key;
