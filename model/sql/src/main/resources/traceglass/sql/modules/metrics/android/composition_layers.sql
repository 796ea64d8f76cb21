-- Number of layers of each display, from counters such as "HWComposer: Total Layer(0)". A value applies since the previous one.

CREATE OR REPLACE PERFETTO VIEW {{output}} AS
SELECT
  ts,
  CASE WHEN instr(name, '(') = 0 THEN 'unspecified' ELSE str_split(str_split(name, '(', 1), ')', 0) END AS display_id,
  value
FROM (
  SELECT lag(c.ts) OVER (ORDER BY c.ts) AS ts, t.name, c.value
  FROM counter AS c
  JOIN process_counter_track AS t ON t.id = c.track_id
  WHERE t.name GLOB '{{track_name}}*')
WHERE value >= 0 AND ts IS NOT NULL;
