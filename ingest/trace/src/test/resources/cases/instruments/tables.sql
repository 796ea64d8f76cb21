-- @case samples have thread, CPU, stack and library; addresses of callers lie within the call
SELECT s.ts, p.pid, p.name AS process, t.tid, t.name AS thread, s.cpu, f.name AS leaf, f.rel_pc, c.depth
FROM instruments_sample AS s JOIN thread AS t USING (utid) JOIN process AS p USING (upid)
JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY s.ts

-- @case mappings span the addresses seen
SELECT name, build_id, start, "end" FROM stack_profile_mapping ORDER BY name

-- @case the source line of a function is kept
SELECT name, source_file, line_number FROM stack_profile_symbol

-- @case different weights grow as a counter of cycles
SELECT t.name, t.unit, t.is_timebase, c.value FROM stack_sample_counter AS c JOIN stack_sample_counter_track AS t ON t.id = c.track_id ORDER BY c.value

-- @case signposts with the same name and different ids overlap on tracks of their subsystem, hitches on those of their process
SELECT s.ts, s.dur, s.name, s.category, t.type, t.name AS track, EXTRACT_ARG(s.arg_set_id, 'data.message') AS message, EXTRACT_ARG(s.arg_set_id, 'data.swap-id') AS swap
FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case states of threads have the names that queries know
SELECT ts, dur, tid, state, cpu FROM thread_state JOIN thread USING (utid) ORDER BY ts

-- @case messages are in the log
SELECT ts, prio, tag, msg FROM __intrinsic_logs

-- @case measurements of a process are counters, whatever the language of their shown form
SELECT t.name, t.unit, c.ts, c.value FROM counter AS c JOIN process_counter_track AS t ON t.id = c.track_id ORDER BY t.name, c.ts

-- @case signposts of Perfetto relate the clocks
SELECT clock_name, clock_value FROM clock_snapshot ORDER BY clock_value
