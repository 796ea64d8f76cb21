-- @case samples have a thread, a CPU, a mode and a callstack
SELECT s.ts, t.tid, s.cpu, s.cpu_mode, s.callsite_id, s.unwind_error, s.perf_session_id FROM perf_sample AS s JOIN thread AS t USING (utid) ORDER BY s.ts

-- @case counts of the sampled event and those that follow it are counters of the CPU
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case counters say whether they set the pace
SELECT t.id, t.type, t.name, t.unit, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, count(c.id) AS samples
FROM counter_track AS t
LEFT JOIN counter AS c ON c.track_id = t.id
GROUP BY t.id, t.type, t.name, t.unit, t.dimension_arg_set_id
ORDER BY t.id

-- @case frames have their kind and place
SELECT c.id, c.depth, f.name, m.name AS mapping, s.source_file, s.line_number FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id JOIN stack_profile_mapping AS m ON m.id = f.mapping LEFT JOIN stack_profile_symbol AS s ON s.symbol_set_id = f.symbol_set_id ORDER BY c.id

-- @case what was skipped or lost is counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx
