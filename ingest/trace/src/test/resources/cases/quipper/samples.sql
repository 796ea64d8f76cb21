-- @case every sample has its thread, CPU and innermost frame
SELECT s.ts, t.tid, t.name, c.ucpu, f.rel_pc, m.name, m.build_id
FROM __intrinsic_profiler_sample s
LEFT JOIN __intrinsic_profiler_task_context k ON s.task_context_id = k.id
LEFT JOIN thread t ON k.utid = t.utid
LEFT JOIN __intrinsic_profiler_execution_context c ON s.execution_context_id = c.id
LEFT JOIN stack_profile_callsite a ON s.callsite_id = a.id
LEFT JOIN stack_profile_frame f ON a.frame_id = f.id
LEFT JOIN stack_profile_mapping m ON f.mapping = m.id
ORDER BY s.ts;

-- @case a call chain has its callers
SELECT a.id, a.depth, a.parent_id, f.rel_pc FROM stack_profile_callsite a JOIN stack_profile_frame f ON a.frame_id = f.id ORDER BY a.id;

-- @case events have their names
SELECT DISTINCT t.name FROM counter_track t JOIN counter c ON c.track_id = t.id ORDER BY t.name;

-- @case the system and the command line are known
SELECT name, str_value FROM metadata WHERE name = 'system_release'
UNION ALL SELECT 'cmdline', MIN(cmdline) FROM __intrinsic_profiler_session ORDER BY name;

-- @case a switch ends the running of a thread
SELECT ts, state, utid > 0 AS has_thread FROM thread_state ORDER BY ts;

-- @case records without rows are counted
SELECT name, idx, value FROM stats WHERE name = 'perf_unknown_record_type' AND value > 0;
