-- Energy of the rails measured by power monitors.
INCLUDE PERFETTO MODULE counters.intervals;

-- Readings in microwatt seconds, each until the next different one; average_power is in milliwatts.
CREATE PERFETTO TABLE android_power_rails_counters AS
WITH readings AS (
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter AS c
  JOIN counter_track AS t ON t.id = c.track_id
  WHERE t.type = 'power_rails'
)
SELECT
  c.id,
  c.ts,
  c.dur,
  t.name AS power_rail_name,
  cast_string!(extract_arg(t.source_arg_set_id, 'raw_name')) AS raw_power_rail_name,
  c.value AS energy_since_boot,
  c.next_value AS energy_since_boot_at_end,
  1e6 * ((c.next_value - c.value) / c.dur) AS average_power,
  c.delta_value AS energy_delta,
  c.track_id,
  c.value
FROM counter_leading_intervals!(readings) AS c
JOIN counter_track AS t ON t.id = c.track_id
ORDER BY c.track_id, c.ts;

-- Names of the rails.
CREATE PERFETTO TABLE android_power_rails_metadata AS
SELECT
  t.name AS power_rail_name,
  cast_string!(extract_arg(t.source_arg_set_id, 'raw_name')) AS raw_power_rail_name,
  CASE WHEN starts_with(t.name, 'power.rails.') THEN substr(t.name, 13) END AS friendly_name,
  t.id AS track_id,
  cast_string!(extract_arg(t.source_arg_set_id, 'subsystem_name')) AS subsystem_name,
  t.machine_id
FROM counter_track AS t
WHERE t.type = 'power_rails'
ORDER BY t.id;
