-- @case events are in one of the scripts of the page
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case processes and threads are named by the list in another
SELECT t.tid, t.name, t.start_ts, t.end_ts, t.is_main_thread, p.pid, p.name AS process, p.start_ts AS process_start, p.end_ts AS process_end
FROM thread AS t
LEFT JOIN process AS p USING (upid)
WHERE t.tid != 0
ORDER BY t.utid
