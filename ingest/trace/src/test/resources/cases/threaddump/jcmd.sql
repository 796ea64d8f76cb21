-- @case virtual threads have their own context
SELECT s.ts, t.tid, t.name AS thread, x.name AS virtual, f.name, parent.name AS caller FROM stack_sample s JOIN stack_sample_task_context k ON k.id = s.task_context_id
LEFT JOIN thread t USING (utid) LEFT JOIN stack_sample_async_context x ON x.id = k.async_context_id JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame parent ON parent.id = pc.frame_id ORDER BY s.id;
-- @case the process has its id
SELECT s.ts, t.tid, t.name AS thread, p.pid, p.name AS process, s.name, s.dur FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid)
JOIN process p USING (upid) ORDER BY s.id;
-- @case locks are arguments
SELECT s.id, a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) ORDER BY s.id, a.key;
