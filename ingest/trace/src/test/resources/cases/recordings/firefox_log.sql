-- @case the number of lines by priority and source
SELECT l.prio, l.tag, count(*) AS n FROM logs l GROUP BY ALL ORDER BY n DESC, 1, 2 LIMIT 12;
