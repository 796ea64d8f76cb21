-- Android's idle modes.
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO MACRO _android_doze_intervals(counter_name Expr) RETURNS TableOrSubquery AS
counter_leading_intervals!((
  SELECT c.id, c.ts, 0 AS track_id, c.value
  FROM counter AS c
  JOIN counter_track AS t ON t.id = c.track_id
  WHERE t.name = $counter_name
));

-- Light doze, which starts soon after the screen is turned off.
CREATE PERFETTO TABLE android_light_idle_state AS
SELECT
  id,
  ts,
  dur,
  CASE value
    WHEN 0 THEN 'active'
    WHEN 1 THEN 'inactive'
    WHEN 4 THEN 'idle'
    WHEN 5 THEN 'waiting_for_network'
    WHEN 6 THEN 'idle_maintenance'
    WHEN 7 THEN 'override'
    ELSE 'unmapped'
  END AS light_idle_state
FROM _android_doze_intervals!('DozeLightState')
ORDER BY ts;

-- Deep doze, which requires a stationary device.
CREATE PERFETTO TABLE android_deep_idle_state AS
SELECT
  id,
  ts,
  dur,
  CASE value
    WHEN 0 THEN 'active'
    WHEN 1 THEN 'inactive'
    WHEN 2 THEN 'idle_pending'
    WHEN 3 THEN 'sensing'
    WHEN 4 THEN 'locating'
    WHEN 5 THEN 'idle'
    WHEN 6 THEN 'idle_maintenance'
    WHEN 7 THEN 'quick_doze_delay'
    ELSE 'unmapped'
  END AS deep_idle_state
FROM _android_doze_intervals!('DozeDeepState')
ORDER BY ts;
