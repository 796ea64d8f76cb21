-- @case calls have wall and CPU times, and a call without an end is open
SELECT t.tid, t.name AS thread, s.ts, s.dur, s.thread_ts, s.thread_dur, s.depth, s.name FROM slice AS s JOIN thread_track AS k ON k.id = s.track_id JOIN thread AS t USING (utid) ORDER BY s.ts

-- @case calls have the file and line of their method
SELECT s.name, a.key, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, a.key

-- @case each thread has a track
.tree
