-- @case each thread has its own time, and stacks can be repeated
SELECT s.ts, t.tid, p.pid, f.name, f.type, parent.name AS caller, y.source_file, y.line_number FROM stack_sample s
JOIN stack_sample_task_context x ON x.id = s.task_context_id JOIN thread t USING (utid) JOIN process p ON p.upid = t.upid
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id
LEFT JOIN stack_profile_symbol y USING (symbol_set_id) LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame parent ON parent.id = pc.frame_id ORDER BY s.id;
-- @case facts about the recording are metadata
SELECT name, str_value FROM metadata WHERE name LIKE 'austin%' ORDER BY name;
