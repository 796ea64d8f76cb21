-- @case events and frames of Flutter are slices
SELECT s.ts, s.dur, t.name AS track, s.name FROM slice s JOIN track t ON t.id = s.track_id ORDER BY s.id;
-- @case frames have the times of their stages
SELECT s.ts, a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.name = 'Frame' ORDER BY s.id, a.key;
-- @case samples have their stacks
SELECT s.ts, t.tid, p.pid, f.name, parent.name AS caller, y.source_file, y.line_number FROM stack_sample s
JOIN stack_sample_task_context x ON x.id = s.task_context_id JOIN thread t USING (utid) JOIN process p ON p.upid = t.upid
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id
LEFT JOIN stack_profile_symbol y USING (symbol_set_id) LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame parent ON parent.id = pc.frame_id ORDER BY s.id;
