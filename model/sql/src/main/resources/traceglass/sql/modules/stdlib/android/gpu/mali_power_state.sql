-- Power states of Mali GPUs.
INCLUDE PERFETTO MODULE counters.intervals;

-- Number of the state over time.
CREATE PERFETTO TABLE android_mali_gpu_power_state AS
WITH readings AS (
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter AS c
  JOIN counter_track AS t ON t.id = c.track_id
  WHERE t.name = 'mali_gpu_power_state'
)
SELECT ts, dur, cast_int!(value) AS power_state FROM counter_leading_intervals!(readings) ORDER BY track_id, ts;
