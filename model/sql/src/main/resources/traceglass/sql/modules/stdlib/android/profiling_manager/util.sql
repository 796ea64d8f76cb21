-- Spans from one slice to another.

-- From each slice whose name matches one GLOB pattern to the next one that matches the other: up to its start, or to its end
-- (inclusive). Without a next one dur is NULL.
CREATE PERFETTO FUNCTION _android_generate_start_to_end_slices(start_pattern STRING, end_pattern STRING, inclusive BOOL)
RETURNS TABLE(name STRING, ts LONG, dur LONG) AS
SELECT s.name, s.ts, e.ts + CASE WHEN $inclusive THEN e.dur ELSE 0 END - s.ts AS dur
FROM (SELECT id, name, ts FROM slice WHERE name GLOB $start_pattern) AS s
ASOF LEFT JOIN (SELECT ts, dur FROM slice WHERE name GLOB $end_pattern) AS e ON e.ts > s.ts
ORDER BY s.id;
