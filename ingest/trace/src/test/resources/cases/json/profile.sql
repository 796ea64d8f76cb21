-- @case samples of V8's profiler are of the thread that was profiled
SELECT s.ts, t.tid, c.depth, f.name, m.name AS mapping FROM cpu_profile_stack_sample AS s JOIN thread AS t USING (utid) JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id JOIN stack_profile_mapping AS m ON m.id = f.mapping ORDER BY s.ts

-- @case the other events are slices
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case nothing is lost
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx
