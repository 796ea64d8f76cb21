-- @case processes and threads of Chromium have names by their type
SELECT p.pid, p.name, t.tid, t.name AS thread, __intrinsic_arg_set_to_json(p.arg_set_id) AS args FROM process AS p LEFT JOIN thread AS t USING (upid) WHERE pid != 0 ORDER BY p.pid, t.tid

-- @case Chromium's data about itself and a benchmark is metadata
SELECT name, str_value, int_value FROM metadata WHERE name NOT GLOB 'trace_*' ORDER BY name, str_value

-- @case traces of other forms inside are read
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case events that are not slices are kept raw
SELECT ts, name, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM __intrinsic_chrome_raw ORDER BY ts, name
