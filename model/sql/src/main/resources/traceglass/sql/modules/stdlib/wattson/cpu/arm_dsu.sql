-- The unit that contains the L3 cache of the cores (DSU): its clock, and the rate of accesses to the cache.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE linux.devfreq;
INCLUDE PERFETTO MODULE wattson.device_infos;
INCLUDE PERFETTO MODULE wattson.utils;

-- Events per nanosecond of a hardware counter. Those whose names end in _cpu0 count from the previous sample on, others from the start.
CREATE PERFETTO FUNCTION _get_rate(event STRING) RETURNS TABLE(ts TIMESTAMP, dur DURATION, access_rate DOUBLE) AS
SELECT
  s.ts,
  s.next_ts - s.ts AS dur,
  CASE WHEN $event GLOB '*_cpu0' THEN s.value ELSE s.next_value - s.value END * 1.0 / (s.next_ts - s.ts) AS access_rate
FROM (
  SELECT c.ts, c.value, lead(c.ts) OVER by_time AS next_ts, lead(c.value) OVER by_time AS next_value
  FROM counter AS c
  JOIN counter_track AS t ON t.id = c.track_id
  WHERE t.name = $event
  WINDOW by_time AS (PARTITION BY c.track_id ORDER BY c.ts)
) AS s;

-- The rates of an event over the whole trace, 0 before its first sample. The name with /_cpu0 has priority.
CREATE PERFETTO MACRO _arm_rate(per_sample Expr, since_start Expr) RETURNS TableOrSubquery AS
(
  WITH
    _ar_rates AS (
      SELECT ts, dur, access_rate FROM _get_rate($per_sample)
      UNION ALL
      SELECT ts, dur, access_rate FROM _get_rate($since_start)
      WHERE NOT EXISTS (SELECT 1 FROM counter_track WHERE name = $per_sample)
    )
  SELECT trace_start() AS ts, coalesce(min(ts) - trace_start(), trace_dur()) AS dur, 0.0 AS access_rate FROM _ar_rates
  UNION ALL
  SELECT ts, dur, access_rate FROM _ar_rates
);

-- Accesses of memory because the cache missed, and accesses of the cache.
CREATE PERFETTO TABLE _arm_l3_miss_rate AS
SELECT ts, dur, access_rate AS l3_miss_rate
FROM _arm_rate!('arm_dsu_0/bus_access/_cpu0', 'arm_dsu_0-bus_access');

CREATE PERFETTO TABLE _arm_l3_hit_rate AS
SELECT ts, dur, access_rate AS l3_hit_rate
FROM _arm_rate!('arm_dsu_0/l3d_cache/_cpu0', 'arm_dsu_0-l3d_cache');

CREATE PERFETTO TABLE _arm_l3_rates AS
SELECT ii.ts, ii.dur, m.l3_miss_rate, h.l3_hit_rate
FROM _interval_intersect!((_ii_subquery!(_arm_l3_miss_rate), _ii_subquery!(_arm_l3_hit_rate)), ()) AS ii
JOIN _arm_l3_miss_rate AS m ON m._auto_id = ii.id_0
JOIN _arm_l3_hit_rate AS h ON h._auto_id = ii.id_1;

-- The clock over the whole trace; 0 for processors without it. A guest cannot see its host's: there it counts as the lowest.
CREATE PERFETTO TABLE _wattson_dsu_frequency AS
SELECT id, ts, dur, dsu_freq FROM linux_devfreq_dsu_counter WHERE EXISTS (SELECT 1 FROM _use_devfreq_for_calc)
UNION ALL
SELECT 0, trace_start(), trace_dur(), 610000
FROM metadata
WHERE name = 'android_guest_soc_model' AND str_value IN (SELECT device FROM _use_devfreq)
  AND EXISTS (SELECT 1 FROM _use_devfreq_for_calc) AND NOT EXISTS (SELECT 1 FROM linux_devfreq_dsu_counter)
UNION ALL
SELECT 0, trace_start(), trace_dur(), 0 FROM _skip_devfreq_for_calc;
