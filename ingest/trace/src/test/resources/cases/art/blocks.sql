-- @case ticks are converted to time, and an end belongs to the last call
SELECT t.tid, t.name AS thread, s.ts, s.dur, s.depth, s.name FROM slice AS s JOIN thread_track AS k ON k.id = s.track_id JOIN thread AS t USING (utid) ORDER BY s.ts

-- @case the summary is metadata
SELECT name, str_value, int_value FROM metadata WHERE name IN ('clock', 'pid', 'trace_type') ORDER BY name
