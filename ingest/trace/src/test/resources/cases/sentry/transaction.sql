-- @case samples have their threads and stacks
SELECT s.ts, p.name AS process, t.tid, t.name AS thread, c.depth, f.name AS frame, m.name AS library, y.source_file, y.line_number
FROM __intrinsic_profiler_sample s JOIN __intrinsic_profiler_task_context k ON k.id = s.task_context_id
JOIN thread t ON t.utid = k.utid JOIN process p ON p.upid = k.upid
LEFT JOIN stack_profile_callsite c ON c.id = s.callsite_id LEFT JOIN stack_profile_frame f ON f.id = c.frame_id
LEFT JOIN stack_profile_mapping m ON m.id = f.mapping LEFT JOIN stack_profile_symbol y ON y.symbol_set_id = f.symbol_set_id
ORDER BY s.ts;

-- @case the program is described
SELECT name, str_value FROM metadata WHERE name LIKE 'sentry_%' ORDER BY name;
