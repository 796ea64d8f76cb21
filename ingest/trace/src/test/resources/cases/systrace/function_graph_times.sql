-- @case functions are slices of their thread, or of the CPU where that is unknown
SELECT s.ts, s.dur, s.depth, t.name AS track, h.tid, h.name AS thread, s.name
FROM slice AS s JOIN track AS t ON t.id = s.track_id LEFT JOIN thread AS h ON h.utid = extract_arg(t.dimension_arg_set_id, 'utid')
ORDER BY s.ts, s.depth, s.id

-- @case each line is a raw row
SELECT ts, name, cpu, count(*) AS n FROM ftrace_event GROUP BY ALL ORDER BY ts, name DESC
