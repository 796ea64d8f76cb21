-- @case samples follow the start of the profile, and idle time has none
SELECT s.ts, f.name, y.source_file, y.line_number, t.name AS thread, t.tid, p.pid FROM stack_sample s
JOIN stack_sample_task_context x ON x.id = s.task_context_id JOIN thread t USING (utid) JOIN process p ON p.upid = t.upid
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_profile_symbol y USING (symbol_set_id) ORDER BY s.id;
-- @case the samples are a CPU profile
SELECT source, timebase_unit FROM stack_sample_session;
