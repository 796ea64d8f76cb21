-- @case the number of slices of each kind
SELECT s.category, s.name, count(*) AS n, sum(s.dur) AS dur FROM slice s GROUP BY ALL ORDER BY n DESC, 1, 2 LIMIT 15;
-- @case the number of slices of each thread
SELECT p.name AS process, t.name AS thread, count(*) AS n, max(s.depth) AS depth, sum(CASE WHEN s.dur = 0 THEN 1 ELSE 0 END) AS instants FROM slice s
LEFT JOIN thread_track k ON k.id = s.track_id LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid) GROUP BY ALL ORDER BY n DESC, 1, 2 LIMIT 12;
-- @case the number and the largest value of the samples of each counter
SELECT t.name, t.unit, count(*) AS n, max(c.value) AS largest FROM counter c JOIN counter_track t ON t.id = c.track_id GROUP BY ALL ORDER BY 1, 2;
