-- @case samples have a task, a place of execution and a callstack
SELECT s.ts, s.* EXCLUDE (id, ts), t.tid, e.* EXCLUDE (id)
FROM stack_sample AS s
LEFT JOIN stack_sample_task_context AS c ON c.id = s.task_context_id
LEFT JOIN thread AS t USING (utid)
LEFT JOIN stack_sample_execution_context AS e ON e.id = s.execution_context_id
ORDER BY s.ts

-- @case weights are counters
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case callstacks may be in the sample itself
SELECT c.id, c.depth, f.name, m.name AS mapping FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id JOIN stack_profile_mapping AS m ON m.id = f.mapping ORDER BY c.id

-- @case the import counts no errors of samples
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case counters have their unit and description
SELECT t.name, t.type, t.unit, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS args FROM counter_track AS t ORDER BY t.name, t.type

-- @case the timebase of a session is its first counter with a unit
SELECT id, timebase_unit FROM stack_sample_session ORDER BY id

-- @case samples of a program's own profiler have its name
.tree
.data Process 5 › My profiler Process Callstacks
.details stack_sample 0
.flame all
.report area-samples 0 1000 Source
