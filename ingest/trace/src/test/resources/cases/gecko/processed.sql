-- @case samples have the stacks that all threads share, and those without a stack are left out
SELECT s.ts, s.source, p.pid, p.name AS process, t.tid, t.name AS thread, f.name AS leaf, m.name AS library, c.depth
FROM stack_sample AS s JOIN stack_sample_task_context AS k ON k.id = s.task_context_id JOIN thread AS t USING (utid) JOIN process AS p ON p.upid = t.upid
JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id JOIN stack_profile_mapping AS m ON m.id = f.mapping
ORDER BY s.ts

-- @case weights grow as a counter of the session
SELECT t.name, t.unit, c.value, s.ts FROM stack_sample_counter AS c JOIN counter_track AS t ON t.id = c.track_id
JOIN stack_sample AS s ON s.id = c.stack_sample_id ORDER BY s.ts

-- @case markers are slices with their payload as arguments, also those of a start and an end
SELECT s.ts, s.dur, s.name, s.category, t.type, a.key, a.display_value FROM slice AS s JOIN track AS t ON t.id = s.track_id
LEFT JOIN args AS a USING (arg_set_id) ORDER BY s.ts, a.key

-- @case markers with the id of a flow are connected
SELECT a.name || ' ' || a.ts AS start, b.name || ' ' || b.ts AS destination FROM flow JOIN slice AS a ON a.id = slice_out JOIN slice AS b ON b.id = slice_in

-- @case memory is summed up, energy becomes power, and CPU time becomes usage of the interval before
SELECT t.name, t.unit, c.ts, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id
WHERE t.type <> 'stack_sample_session_counter' ORDER BY t.name, c.ts

-- @case allocations have their stack and size
SELECT h.ts, h.heap_name, p.pid, f.name, h.count, h.size FROM heap_profile_allocation AS h JOIN process AS p USING (upid)
JOIN stack_profile_callsite AS c ON c.id = h.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY h.ts

-- @case the clock of the file is related to wall clock and monotonic clock
SELECT clock_id, clock_name, clock_value FROM clock_snapshot ORDER BY clock_id

-- @case flame graphs show samples with their weights, and allocations
.flame all
