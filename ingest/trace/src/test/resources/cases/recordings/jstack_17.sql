-- @case each thread has a sample
SELECT t.tid, t.name AS thread, f.name, count(*) OVER (PARTITION BY s.ts) AS n FROM stack_sample s JOIN stack_sample_task_context k ON k.id = s.task_context_id
LEFT JOIN thread t USING (utid) JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY s.id;
