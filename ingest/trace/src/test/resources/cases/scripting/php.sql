-- @case calls are slices
SELECT s.ts, s.dur, s.depth, s.name, p.name AS process FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid)
JOIN process p USING (upid) ORDER BY s.id;
-- @case a slice has the place of the call and its arguments
SELECT s.name, a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) ORDER BY s.id, a.key;
-- @case memory is a counter of the process
SELECT c.ts, c.value, k.name, k.unit FROM counter c JOIN process_counter_track k ON k.id = c.track_id ORDER BY c.id;
