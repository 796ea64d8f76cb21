-- @case events are lines of the log
SELECT l.ts, l.log_source, t.tid, p.pid, p.name AS process, l.prio, l.tag, l.msg FROM logs l LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid) ORDER BY l.id;
-- @case signposts that overlap are slices on lanes
SELECT s.ts, s.dur, t.name AS track, t.id AS lane, s.category, s.name FROM slice s JOIN track t ON t.id = s.track_id ORDER BY s.id;
-- @case other fields are arguments
SELECT l.id, a.key, a.display_value FROM logs l JOIN args a USING (arg_set_id) ORDER BY l.id, a.key;
