-- @case samples have their threads and stacks, those of virtual threads their asynchronous context
SELECT s.ts - 1700000000000000000 AS ns, s.source, e.timebase_unit, th.tid, th.name, a.name AS task, a.kind, s.unwind_error, f.name AS leaf, m.name AS library
FROM __intrinsic_profiler_sample AS s
JOIN __intrinsic_profiler_session AS e ON e.id = s.session_id
LEFT JOIN __intrinsic_profiler_task_context AS t ON t.id = s.task_context_id
LEFT JOIN thread AS th USING (utid)
LEFT JOIN __intrinsic_profiler_async_context AS a ON a.id = t.async_context_id
LEFT JOIN stack_profile_callsite AS c ON c.id = s.callsite_id
LEFT JOIN stack_profile_frame AS f ON f.id = c.frame_id
LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping
ORDER BY s.ts, s.source

-- @case allocations and blocked time grow as counters of their sessions
SELECT t.name, t.unit, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id
WHERE t.type = 'stack_sample_session_counter' ORDER BY t.name, c.ts

-- @case only execution samples count as CPU profile
INCLUDE PERFETTO MODULE stacks.cpu_profiling;
SELECT count(*) AS samples FROM cpu_profiling_samples

-- @case events of programs have their label, those of the JDK their name; both have their fields
SELECT s.ts - 1700000000000000000 AS ns, s.dur, s.name, s.category, s.depth, t.type, t.name AS track, th.name AS thread
FROM slice AS s JOIN track AS t ON t.id = s.track_id LEFT JOIN thread_track AS tt ON tt.id = t.id LEFT JOIN thread AS th ON th.utid = tt.utid
ORDER BY s.ts

-- @case fields become arguments
SELECT s.name, a.flat_key, a.value_type, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, a.flat_key

-- @case heap and CPU load are counters of the process
SELECT t.name, t.unit, c.ts - 1700000000000000000 AS ns, c.value FROM counter AS c JOIN process_counter_track AS t ON t.id = c.track_id
ORDER BY t.name, c.ts

-- @case the process has the main class as name and its command line
SELECT pid, name, cmdline FROM process WHERE pid = 70

-- @case released memory is subtracted where it was allocated
SELECT ts - 1700000000000000000 AS ns, heap_name, f.name, count, size FROM heap_profile_allocation AS h
JOIN stack_profile_callsite AS c ON c.id = h.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY ts

-- @case allocated bytes are summed up by class
SELECT p.name, p.sample_type_type, p.sample_type_unit, f.name AS class, s.value FROM __intrinsic_aggregate_profile AS p
JOIN __intrinsic_aggregate_sample AS s ON s.aggregate_profile_id = p.id
JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY 1, 4

-- @case the stack of an event is kept
SELECT s.name, f.name AS leaf FROM __intrinsic_track_event_callstacks AS k JOIN slice AS s ON s.id = k.slice_id
JOIN stack_profile_callsite AS c ON c.id = k.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY s.ts

-- @case the clock is the wall clock
SELECT start_ts, end_ts FROM trace_bounds

-- @case flame graphs weigh allocations by their size
.flame all
