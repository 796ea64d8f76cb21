-- @case samples with times are samples of their threads and CPUs
SELECT s.ts, p.pid, p.name AS process, t.tid, t.name AS thread, e.ucpu, n.timebase_unit AS unit, f.name AS frame
FROM __intrinsic_profiler_sample s
JOIN __intrinsic_profiler_session n ON n.id = s.session_id
JOIN __intrinsic_profiler_task_context k ON k.id = s.task_context_id
JOIN thread t ON t.utid = k.utid JOIN process p ON p.upid = k.upid
LEFT JOIN __intrinsic_profiler_execution_context e ON e.id = s.execution_context_id
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id
ORDER BY s.ts;

-- @case callers come before inlined functions and keep their lines
SELECT c.depth, f.name, f.type, f.rel_pc, m.name AS file, m.build_id, y.line_number FROM stack_profile_callsite c
JOIN stack_profile_frame f ON f.id = c.frame_id JOIN stack_profile_mapping m ON m.id = f.mapping
LEFT JOIN stack_profile_symbol y ON y.symbol_set_id = f.symbol_set_id
ORDER BY c.id;

-- @case values of samples with times add up to a counter
SELECT t.name, c.ts, c.value FROM counter c JOIN track t ON t.id = c.track_id ORDER BY c.ts;

-- @case samples without times are values of a profile with labels
SELECT p.name, p.sample_type_type, p.sample_type_unit, s.value, l.key, l.str_value, l.int_value
FROM __intrinsic_aggregate_sample s JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id
LEFT JOIN __intrinsic_aggregate_sample_labels a ON a.aggregate_sample_id = s.id
LEFT JOIN __intrinsic_aggregate_label l ON l.label_set_id = a.label_set_id ORDER BY s.id, l.key;
