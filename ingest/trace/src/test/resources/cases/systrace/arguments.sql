-- @case each line is a raw row with its fields as arguments
SELECT f.ts, f.name, f.cpu, t.tid, string_agg(a.key || '=' || coalesce(a.display_value, 'NULL'), ' ' ORDER BY a.id) AS args
FROM ftrace_event AS f
JOIN thread AS t USING (utid)
LEFT JOIN args AS a USING (arg_set_id)
GROUP BY ALL
ORDER BY f.ts

-- @case interrupts, timers, block devices and suspend are slices as in the binary formats
SELECT s.ts, s.dur, t.type, coalesce(t.name, h.name) AS track, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case new tasks have their time of start and their name
SELECT t.tid, t.name, t.start_ts, p.pid, p.start_ts AS process_start FROM thread AS t LEFT JOIN process AS p USING (upid) WHERE t.tid IN (50, 51) ORDER BY t.tid

-- @case the counts of the header and of lines about lost events are losses of data
SELECT ts, end_ts, source, cpu, lost FROM __intrinsic_data_loss ORDER BY cpu, ts

-- @case events without fields are counted by event, and lists of processes are no failures
SELECT s.name, s.severity, s.value, l.name AS logged, string_agg(a.key || '=' || a.display_value, ' ' ORDER BY a.id) AS details
FROM stats AS s
LEFT JOIN _trace_import_logs AS l ON l.name = s.name
LEFT JOIN args AS a ON a.arg_set_id = l.arg_set_id
WHERE s.value != 0 AND s.name IN ('systrace_event_without_fields', 'systrace_parse_failure', 'systrace_entries_overwritten')
GROUP BY ALL
ORDER BY s.name

-- @case memory named by its kind is a counter
SELECT c.ts, t.name, c.value FROM counter AS c JOIN track AS t ON t.id = c.track_id WHERE t.name LIKE 'mem.%' ORDER BY c.ts
