-- Readings of the battery gauge.

-- One row per timestamp with a reading.
CREATE PERFETTO VIEW android_battery_charge AS
SELECT
  c.ts,
  max(c.value) FILTER (t.name = 'batt.current.avg_ua') AS current_avg_ua,
  max(c.value) FILTER (t.name = 'batt.capacity_pct') AS capacity_percent,
  max(c.value) FILTER (t.name = 'batt.charge_uah') AS charge_uah,
  max(c.value) FILTER (t.name = 'batt.current_ua') AS current_ua,
  max(c.value) FILTER (t.name = 'batt.voltage_uv') AS voltage_uv,
  max(c.value) FILTER (t.name = 'batt.energy_counter_uwh') AS energy_counter_uwh,
  max(c.value) FILTER (t.name = 'batt.power_mw') AS power_mw
FROM counter AS c
JOIN counter_track AS t ON t.id = c.track_id
WHERE t.name GLOB 'batt.*'
GROUP BY c.ts
ORDER BY c.ts;
