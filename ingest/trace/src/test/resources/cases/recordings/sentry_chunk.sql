-- @case the number of samples of each thread
SELECT s.source, t.tid, t.name AS thread, count(*) AS n, max(s.ts) - min(s.ts) AS dur FROM __intrinsic_profiler_sample s
JOIN __intrinsic_profiler_task_context k ON k.id = s.task_context_id LEFT JOIN thread t USING (utid) GROUP BY ALL ORDER BY 1, 2, 3;
-- @case the functions with most samples of their own
SELECT f.name, m.name AS library, count(*) AS n FROM __intrinsic_profiler_sample s JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_mapping m ON m.id = f.mapping GROUP BY ALL ORDER BY n DESC, 1, 2 LIMIT 6;
