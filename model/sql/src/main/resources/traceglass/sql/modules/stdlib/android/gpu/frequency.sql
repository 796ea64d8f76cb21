-- Frequencies of GPUs.
INCLUDE PERFETTO MODULE counters.intervals;

-- Frequency over time, with the previous and the next one.
CREATE PERFETTO TABLE android_gpu_frequency AS
WITH readings AS (
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter AS c
  JOIN gpu_counter_track AS t ON t.id = c.track_id
  WHERE t.name = 'gpufreq' AND t.gpu_id IS NOT NULL
)
SELECT
  c.ts,
  c.dur,
  t.gpu_id,
  cast_int!(c.value) AS gpu_freq,
  cast_int!(c.value - c.delta_value) AS prev_gpu_freq,
  cast_int!(c.next_value) AS next_gpu_freq
FROM counter_leading_intervals!(readings) AS c
JOIN gpu_counter_track AS t ON t.id = c.track_id
ORDER BY c.track_id, c.ts;
