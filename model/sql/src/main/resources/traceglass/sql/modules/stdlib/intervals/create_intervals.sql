-- Intervals from start and end times.

-- For each start the first end after it: ts, dur. A start without an end is omitted.
CREATE PERFETTO MACRO _interval_create(starts_table TableOrSubquery, ends_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT s.ts, e.ts - s.ts AS dur
  FROM (SELECT DISTINCT ts FROM $starts_table) AS s
  ASOF JOIN (SELECT DISTINCT ts FROM $ends_table) AS e ON e.ts > s.ts
  ORDER BY s.ts
);
