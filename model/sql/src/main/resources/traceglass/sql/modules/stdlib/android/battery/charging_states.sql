-- Charging state of the device.
INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE intervals.fill_gaps;

-- Battery status from the start to the end of the trace; unknown where there is no data.
CREATE PERFETTO TABLE android_charging_states AS
WITH
  statuses AS (
    SELECT c.id, c.ts, 0 AS track_id, c.value
    FROM counter AS c
    JOIN counter_track AS t ON t.id = c.track_id
    WHERE t.name = 'BatteryStatus'
  ),
  named AS (
    SELECT
      ts,
      dur,
      CASE value WHEN 2 THEN 'Charging' WHEN 3 THEN 'Discharging' WHEN 4 THEN 'Not charging' WHEN 5 THEN 'Full' END AS charging_state
    FROM counter_leading_intervals!(statuses)
    WHERE dur > 0
  )
SELECT
  row_number() OVER (ORDER BY ts) AS id,
  ts,
  dur,
  replace(lower(coalesce(charging_state, 'Unknown')), ' ', '_') AS short_charging_state,
  coalesce(charging_state, 'Unknown') AS charging_state
FROM _intervals_fill_gaps!((NULL), (charging_state), named)
ORDER BY ts;
