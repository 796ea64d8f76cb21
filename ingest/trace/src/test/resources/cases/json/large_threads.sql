-- @case threads whose ids are addresses are distinct
SELECT s.ts, s.dur, s.depth, s.name, t.tid, p.pid FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid) JOIN process p USING (upid) WHERE p.pid = 7 ORDER BY s.ts;
-- @case threads whose ids are hashes of 64 bits have them as names
SELECT s.ts, s.dur, s.depth, s.name, t.tid, t.name AS thread FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid)
WHERE s.name LIKE '%hash' ORDER BY s.ts;
