-- @case rows of exported tables have their ids and texts
SELECT s.id, s.ts, s.dur, s.depth, s.parent_id, s.category, s.name, t.tid, t.name AS thread, p.pid, p.name AS process
FROM slice AS s
JOIN thread_track AS k ON k.id = s.track_id
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
ORDER BY s.id

-- @case arguments keep their types and missing values
SELECT arg_set_id, flat_key, key, int_value, string_value, real_value, value_type FROM args ORDER BY id

-- @case counters are real numbers
SELECT ts, value FROM counter
