-- @case the number of slices of each kind
SELECT s.category, s.name, count(*) AS n, sum(s.dur) AS dur FROM slice s GROUP BY ALL ORDER BY n DESC, 1, 2 LIMIT 15;
-- @case the number of slices of each thread
SELECT p.name AS process, t.name AS thread, count(*) AS n, max(s.depth) AS depth, sum(CASE WHEN s.dur = 0 THEN 1 ELSE 0 END) AS instants FROM slice s
LEFT JOIN thread_track k ON k.id = s.track_id LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid) GROUP BY ALL ORDER BY n DESC, 1, 2 LIMIT 12;
-- @case requests with their address, start and status
SELECT s.ts, s.dur, s.name, extract_arg(s.arg_set_id, 'status') AS status, s.depth FROM slice s WHERE s.name LIKE 'GET %' ORDER BY s.ts, s.name;
