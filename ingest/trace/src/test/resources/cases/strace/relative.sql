-- @case each call is a slice of its thread
SELECT s.ts, s.dur, t.tid, s.name FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid) ORDER BY s.ts, t.tid;
-- @case only lines that are not calls are counted
SELECT name, severity, value FROM stats WHERE value > 0 AND name LIKE 'strace%' ORDER BY name;
