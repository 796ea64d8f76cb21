-- @case typed fields of events become arguments by their names
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case log messages have a priority and a place
SELECT l.ts, t.tid, l.prio, l.tag, l.msg FROM android_logs AS l JOIN thread AS t USING (utid) ORDER BY l.ts

-- @case callstacks are kept with their frames
SELECT c.id, c.depth, f.name, m.name AS mapping, f.rel_pc FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id JOIN stack_profile_mapping AS m ON m.id = f.mapping ORDER BY c.id

-- @case processes that a browser reports as active are known
SELECT pid, utid IS NOT NULL AS has_main FROM process LEFT JOIN thread ON thread.upid = process.upid AND thread.tid = process.pid WHERE pid != 0 ORDER BY pid

-- @case typed arguments keep their path
.details slice 0
