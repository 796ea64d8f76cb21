-- @case samples have their threads and stacks
SELECT s.ts, p.pid, p.name AS process, t.tid, t.name AS thread, n.timebase_unit AS unit, c.depth, f.name AS frame
FROM __intrinsic_profiler_sample s
JOIN __intrinsic_profiler_session n ON n.id = s.session_id
JOIN __intrinsic_profiler_task_context k ON k.id = s.task_context_id
JOIN thread t ON t.utid = k.utid JOIN process p ON p.upid = k.upid
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id
ORDER BY s.ts;

-- @case callers come before inlined functions
SELECT c.depth, f.name, m.name AS file FROM stack_profile_callsite c
JOIN stack_profile_frame f ON f.id = c.frame_id JOIN stack_profile_mapping m ON m.id = f.mapping ORDER BY c.id;

-- @case values of a sample without times are added up
SELECT p.name, p.sample_type_unit, s.value FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id;
