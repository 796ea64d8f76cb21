-- @case each phase becomes slices of its thread, process or the whole trace
SELECT s.ts, s.dur, t.type, coalesce(h.name, h.tid::TEXT, t.name) AS track, p.pid, s.category, s.name FROM slice AS s JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id LEFT JOIN thread AS h USING (utid) LEFT JOIN process_track AS pt ON pt.id = t.id LEFT JOIN process AS p ON p.upid = coalesce(pt.upid, h.upid) ORDER BY s.ts, s.id

-- @case thread times and instructions are kept
SELECT name, thread_ts, thread_dur, thread_instruction_count, thread_instruction_delta FROM slice WHERE thread_ts IS NOT NULL OR thread_instruction_count IS NOT NULL ORDER BY ts

-- @case arguments of events and tracks hold the other fields of the old form
SELECT s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source FROM slice AS s JOIN track AS t ON t.id = s.track_id WHERE s.arg_set_id IS NOT NULL OR t.source_arg_set_id IS NOT NULL ORDER BY s.ts, s.id

-- @case metadata events name processes and threads
SELECT t.tid, t.name, t.start_ts, t.end_ts, t.is_main_thread, p.pid, p.name AS process, p.start_ts AS process_start, p.end_ts AS process_end
FROM thread AS t
LEFT JOIN process AS p USING (upid)
WHERE t.tid != 0
ORDER BY t.utid

-- @case events that are not slices are kept raw
SELECT ts, name, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM __intrinsic_chrome_raw ORDER BY ts

-- @case counters of a thread belong to it
.data the process 5 › thread_time 6
.about the process 5 › thread_time 6
.details slice 0
