-- @case phases become slices of threads, processes and async tracks
SELECT s.ts, s.dur, t.type, coalesce(h.name, h.tid::TEXT, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args, s.thread_ts, s.thread_dur FROM slice AS s JOIN track AS t ON t.id = s.track_id LEFT JOIN thread_track AS tt ON tt.id = t.id LEFT JOIN thread AS h USING (utid) ORDER BY s.ts, s.id

-- @case each number of a counter's event is a counter
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case flows are connected as in their events
SELECT o.name AS from_slice, o.ts AS from_ts, i.name AS to_slice, i.ts AS to_ts
FROM flow AS f
JOIN slice AS o ON o.id = f.slice_out
JOIN slice AS i ON i.id = f.slice_in
ORDER BY o.ts, i.ts

-- @case processes and threads have ids, or only the names in their place
SELECT t.tid, t.name, t.start_ts, t.end_ts, t.is_main_thread, p.pid, p.name AS process, p.start_ts AS process_start, p.end_ts AS process_end
FROM thread AS t
LEFT JOIN process AS p USING (upid)
WHERE t.utid != 0
ORDER BY t.utid

-- @case samples have the stack that they name
SELECT s.ts, t.tid, f.name, p.name AS parent FROM cpu_profile_stack_sample AS s JOIN thread AS t USING (utid) JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id LEFT JOIN stack_profile_callsite AS q ON q.id = c.parent_id LEFT JOIN stack_profile_frame AS p ON p.id = q.frame_id ORDER BY s.ts

-- @case other data is metadata
SELECT name, str_value, int_value FROM metadata WHERE name NOT GLOB 'trace_*' ORDER BY name

-- @case events that cannot be used are counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case events that cannot be used are logged with their phase
SELECT name, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM _trace_import_logs WHERE name GLOB 'json*' ORDER BY id

-- @case events that are not slices are kept raw
SELECT ts, name, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM __intrinsic_chrome_raw ORDER BY ts, id

-- @case tracks are grouped by process, global ones first
.tree

-- @case a slice has its category, its CPU time and its arguments
.details slice 1

-- @case a slice of an asynchronous track has its parent there
.details slice 12

-- @case a slice that never ends lasts to the end of the trace
.details slice 18
.data the process 5 › Thread 8

-- @case a flow leads from the slice that emits it to the one that receives it
.flows 13
.details slice 14

-- @case flows of a range have categories, and each can be drawn
.arrows 1060000 1100000
.arrows 1060000 1100000 f
.report area-flows 1060000 1100000 Flow
.report area-flows 1060000 1100000 Names
.report area-flows 1060000 1100000 Direction

-- @case a sample of the profiler has its thread and its stack
.details cpu_profile_stack_sample 0
.report area-samples 1000000 1200000 Function
.report area-samples 1000000 1200000 Thread

-- @case the search finds slices by arguments, and shows the argument
.search end
.search -3

-- @case a damaged trace is reported with its consequence
.summary
.doctor
