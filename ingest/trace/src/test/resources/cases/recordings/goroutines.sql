-- @case each goroutine has a sample
SELECT x.name AS goroutine, f.name, count(*) OVER () AS n FROM stack_sample s JOIN stack_sample_task_context k ON k.id = s.task_context_id
LEFT JOIN stack_sample_async_context x ON x.id = k.async_context_id JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY s.id;
