-- @case samples before their process is known are on its track, and on one of the thread if it never is
SELECT c.ts, t.type, t.name, p.name AS process, h.tid, c.value
FROM counter AS c
JOIN counter_track AS t ON t.id = c.track_id
LEFT JOIN process_counter_track AS pt ON pt.id = t.id
LEFT JOIN process AS p USING (upid)
LEFT JOIN thread_counter_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h ON h.utid = tt.utid
ORDER BY c.ts
