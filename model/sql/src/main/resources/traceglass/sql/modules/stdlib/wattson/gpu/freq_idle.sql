-- Frequency and power state of the GPU: 2 is on, 1 powered but idle, 0 off.
INCLUDE PERFETTO MODULE android.gpu.frequency;
INCLUDE PERFETTO MODULE android.gpu.mali_power_state;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE wattson.device_infos;
INCLUDE PERFETTO MODULE wattson.utils;

-- PowerVR GPUs trace their states as slices.
CREATE PERFETTO TABLE _pvr_gpu_power_state(
  ts TIMESTAMP, dur DURATION, power_state LONG
)
AS
SELECT
  s.ts,
  CASE WHEN s.dur = -1 THEN trace_end() - s.ts ELSE s.dur END AS dur,
  CASE s.name WHEN 'OFF' THEN 0 WHEN 'PG' THEN 1 WHEN 'ON' THEN 2 ELSE -1 END AS power_state
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
WHERE t.name = 'powervr_gpu_power_state';

CREATE PERFETTO VIEW _gpu_power_state AS
SELECT ts, dur, power_state FROM android_mali_gpu_power_state
UNION ALL
SELECT ts, dur, power_state FROM _pvr_gpu_power_state;

-- From the start of the trace on.
CREATE PERFETTO TABLE _gapless_gpu_freq AS
WITH known AS (
  SELECT f.ts, f.dur, f.gpu_freq AS freq, f.prev_gpu_freq AS prev_freq, f.next_gpu_freq AS next_freq, f.gpu_id
  FROM android_gpu_frequency AS f
  JOIN _gpuid_map AS g ON g.gpu_id = f.gpu_id
  JOIN _wattson_device AS d ON d.name = g.device
)
SELECT trace_start() AS ts, min(ts) - trace_start() AS dur, NULL AS freq, NULL AS prev_freq, min_by(freq, ts) AS next_freq, min_by(gpu_id, ts) AS gpu_id
FROM known
HAVING count(*) > 0
UNION ALL
SELECT ts, dur, freq, prev_freq, next_freq, gpu_id FROM known;

CREATE PERFETTO TABLE _gapless_gpu_power_state AS
SELECT trace_start() AS ts, min(ts) - trace_start() AS dur, NULL AS power_state FROM _gpu_power_state HAVING count(*) > 0
UNION ALL
SELECT ts, dur, power_state FROM _gpu_power_state;

-- A GPU that is on with frequency 0 is idle at its previous frequency.
CREATE PERFETTO TABLE _gpu_freq_idle AS
SELECT
  ii.ts,
  ii.dur,
  CASE
    WHEN s.power_state = 2 AND f.freq = 0 THEN CASE WHEN f.prev_freq = 0 THEN f.next_freq ELSE f.prev_freq END
    ELSE f.freq
  END AS freq,
  CASE WHEN s.power_state = 2 AND f.freq = 0 THEN 1 ELSE s.power_state END AS power_state
FROM _interval_intersect!((_ii_subquery!(_gapless_gpu_freq), _ii_subquery!(_gapless_gpu_power_state)), ()) AS ii
JOIN _gapless_gpu_freq AS f ON f._auto_id = ii.id_0
JOIN _gapless_gpu_power_state AS s ON s._auto_id = ii.id_1
WHERE ii.dur > 0
ORDER BY ii.ts;
