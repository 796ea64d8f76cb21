-- @case the number of samples of each thread
SELECT s.source, t.tid, count(*) AS n, max(s.ts) - min(s.ts) AS dur FROM __intrinsic_profiler_sample s
JOIN __intrinsic_profiler_task_context k ON k.id = s.task_context_id LEFT JOIN thread t USING (utid) GROUP BY ALL ORDER BY n DESC, 2;
-- @case functions have their files and lines
SELECT f.name, y.source_file, y.line_number, count(*) AS n FROM __intrinsic_profiler_sample s JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_symbol y USING (symbol_set_id) GROUP BY ALL ORDER BY n DESC, 1, 2, 3 LIMIT 8;
