-- @case only events from when all buffers were complete become slices of threads
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case only events from when all buffers were complete become slices of CPUs
SELECT s.ts, s.dur, s.ucpu, t.tid, t.name, s.end_state, s.priority
FROM sched AS s
JOIN thread AS t USING (utid)
ORDER BY s.ts, s.ucpu

-- @case raw events start with the recording
SELECT ts, name FROM ftrace_event ORDER BY ts, id

-- @case events before the recording are counted
SELECT name, value FROM stats WHERE name = 'ftrace_packet_before_tracing_start'

-- @case the time from which the data is complete is known
SELECT name, int_value FROM metadata WHERE name IN ('ftrace_latest_data_start_ns', 'tracing_started_ns') ORDER BY name
