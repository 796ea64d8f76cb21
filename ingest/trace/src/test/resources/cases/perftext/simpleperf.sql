-- @case microseconds are printed without leading zeros, and a truncated stack at the end of the text is left out
SELECT s.ts, t.tid, t.name, f.name AS leaf, n.timebase_unit
FROM stack_sample s
JOIN stack_sample_task_context x ON x.id = s.task_context_id
JOIN thread t USING (utid)
JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_sample_session n ON n.id = s.session_id
ORDER BY s.ts;

-- @case functions without a symbol keep their offset in the file
SELECT name FROM stack_profile_frame ORDER BY name;
