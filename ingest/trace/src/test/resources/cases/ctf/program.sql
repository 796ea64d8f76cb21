-- @case every event is a row with its fields
SELECT f.ts, f.cpu, f.name, t.tid, __intrinsic_arg_set_to_json(f.arg_set_id) AS args
FROM ftrace_event AS f
JOIN thread AS t USING (utid)
ORDER BY f.ts

-- @case a start and an end make a slice, other events are instants
SELECT s.ts, s.dur, t.tid, t.name AS thread, p.pid, p.name AS process, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN thread_track AS k ON k.id = s.track_id
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
ORDER BY s.ts

-- @case formatted texts are in the log table
SELECT ts, tag, msg FROM __intrinsic_logs

-- @case times of LTTng are those of the monotonic clock, with the wall clock known
SELECT clock_name, clock_value FROM clock_snapshot ORDER BY clock_name
