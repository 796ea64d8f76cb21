-- @case samples have the names of methods that follow at the end
SELECT s.ts, s.source, t.tid, t.name AS thread, e.cpu_mode, n.timebase_unit, f.name AS frame, m.name AS module, p.name AS caller
FROM __intrinsic_profiler_sample AS s
JOIN __intrinsic_profiler_session AS n ON n.id = s.session_id
JOIN __intrinsic_profiler_task_context AS k ON k.id = s.task_context_id
JOIN thread AS t USING (utid)
LEFT JOIN __intrinsic_profiler_execution_context AS e ON e.id = s.execution_context_id
JOIN stack_profile_callsite AS c ON c.id = s.callsite_id
JOIN stack_profile_frame AS f ON f.id = c.frame_id
JOIN stack_profile_mapping AS m ON m.id = f.mapping
LEFT JOIN stack_profile_callsite AS pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame AS p ON p.id = pc.frame_id
ORDER BY s.ts, s.id

-- @case collections, suspensions, contention, compilation and activities are slices
SELECT s.ts, s.dur, t.type, t.name AS track, h.tid, s.category, s.name
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case fields are arguments
SELECT s.name, a.key, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, s.id, a.key

-- @case sizes of heaps, allocations and event counters are counters
SELECT c.ts, t.name, t.unit, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id ORDER BY c.ts, c.id

-- @case the process has the name of its program
SELECT pid, name, cmdline FROM process WHERE pid > 0

-- @case lost events are counted
SELECT name, value FROM stats WHERE name GLOB 'nettrace*' AND value > 0
