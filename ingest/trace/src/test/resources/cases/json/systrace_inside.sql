-- @case lines of a systrace inside JSON are events; its comments and empty lines are ignored
SELECT s.ts, s.dur, s.name, h.tid FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id JOIN thread AS h USING (utid) ORDER BY s.ts
