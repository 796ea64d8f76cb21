-- @case samples of child processes are later by the start of their process
SELECT s.ts, p.pid, p.name AS process, t.tid, t.name AS thread, f.name AS leaf, c.depth
FROM stack_sample AS s JOIN stack_sample_task_context AS k ON k.id = s.task_context_id JOIN thread AS t USING (utid) JOIN process AS p ON p.upid = t.upid
JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY s.ts

-- @case markers in rows are slices
SELECT s.ts, s.dur, s.name, s.category, EXTRACT_ARG(s.arg_set_id, 'data.name') AS data FROM slice AS s ORDER BY s.ts

-- @case transferred bytes become a rate
SELECT t.name, t.unit, c.ts, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id ORDER BY c.ts
