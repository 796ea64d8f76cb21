-- @case calls of all threads are slices
SELECT s.ts, s.dur, s.depth, t.tid, p.pid, p.name AS process, s.category, s.name FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid) JOIN process p USING (upid) ORDER BY s.id;
-- @case the wall clock is known
SELECT clock_name, clock_value FROM clock_snapshot ORDER BY id;
