-- @case samples of versions before 2 have their functions with files and lines
SELECT s.ts, t.tid, f.name, y.source_file, y.line_number, parent.name AS caller FROM __intrinsic_profiler_sample s
JOIN __intrinsic_profiler_task_context k ON k.id = s.task_context_id JOIN thread t USING (utid) JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id JOIN stack_profile_symbol y USING (symbol_set_id) LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame parent ON parent.id = pc.frame_id ORDER BY s.ts, t.tid;
