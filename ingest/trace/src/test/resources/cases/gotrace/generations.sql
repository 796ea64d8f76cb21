-- @case states of goroutines, processors, tasks, regions and collections are slices
SELECT s.ts, s.dur, s.depth, t.type, t.name AS track, s.name
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
ORDER BY s.ts, s.id

-- @case slices have the callstack of their cause
SELECT s.ts, s.name, group_concat(f.name, ' < ' ORDER BY c.depth DESC) AS stack
FROM slice AS s
JOIN __intrinsic_track_event_callstacks AS k ON k.slice_id = s.id
JOIN stack_profile_callsite AS leaf ON leaf.id = k.callsite_id
JOIN stack_profile_callsite AS c ON c.id = leaf.id OR c.id = leaf.parent_id
JOIN stack_profile_frame AS f ON f.id = c.frame_id
GROUP BY s.ts, s.id, s.name
ORDER BY s.ts, s.id

-- @case arguments name processor, thread, task, message and swept bytes
SELECT s.name, a.key, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, s.id, a.key

-- @case flows lead from the goroutine that makes another one runnable
SELECT a.ts AS from_ts, a.name AS from_name, b.ts AS to_ts, b.name AS to_name
FROM flow AS f
JOIN slice AS a ON a.id = f.slice_out
JOIN slice AS b ON b.id = f.slice_in
ORDER BY a.ts, b.ts

-- @case values of the runtime are counters
SELECT c.ts, t.name, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id ORDER BY c.ts, c.id

-- @case a thread runs on the processor that it has
SELECT s.ts, s.dur, s.cpu, t.tid, t.name FROM sched_slice AS s JOIN thread AS t USING (utid) ORDER BY s.ts

-- @case a sample belongs to its thread and goroutine
SELECT s.ts, s.source, t.tid, a.name AS goroutine, a.kind, f.name AS frame, y.source_file, y.line_number
FROM __intrinsic_profiler_sample AS s
JOIN __intrinsic_profiler_task_context AS k ON k.id = s.task_context_id
JOIN thread AS t USING (utid)
JOIN __intrinsic_profiler_async_context AS a ON a.id = k.async_context_id
JOIN stack_profile_callsite AS c ON c.id = s.callsite_id
JOIN stack_profile_frame AS f ON f.id = c.frame_id
LEFT JOIN stack_profile_symbol AS y ON y.symbol_set_id = f.symbol_set_id

-- @case the clock of the trace is related to the wall clock
SELECT clock_name, ts, clock_value FROM clock_snapshot ORDER BY id

-- @case the import counts no problems and no skipped events
SELECT name, value FROM stats WHERE value > 0 AND (severity <> 'info' OR name GLOB 'go_trace*')
