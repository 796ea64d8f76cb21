-- @case the number of lines by priority and source
SELECT l.prio, l.tag, count(*) AS n FROM logs l GROUP BY ALL ORDER BY n DESC, 1, 2 LIMIT 12;
-- @case the lines
SELECT l.ts, p.pid, p.name AS process, l.prio, l.tag, l.msg FROM logs l LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid) ORDER BY l.id;
