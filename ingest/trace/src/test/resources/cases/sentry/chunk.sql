-- @case samples of chunks have times since 1970
SELECT s.ts, t.tid, t.name AS thread, f.name AS frame FROM __intrinsic_profiler_sample s
JOIN __intrinsic_profiler_task_context k ON k.id = s.task_context_id JOIN thread t ON t.utid = k.utid
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY s.ts;
