-- @case threads whose ids are addresses stay apart
SELECT s.ts, s.dur, s.depth, s.name, t.tid, p.pid FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid) JOIN process p USING (upid) ORDER BY s.ts;
