-- Power of each core and of what they share, in mW.
INCLUDE PERFETTO MODULE wattson.cpu.pivot;
INCLUDE PERFETTO MODULE wattson.curves.utils;
INCLUDE PERFETTO MODULE wattson.device_infos;
INCLUDE PERFETTO MODULE wattson.utils;

-- Power in each state of the processor. A cluster needs its static power while any of its cores is not in the deepest idle state.
CREATE PERFETTO TABLE _wattson_config_power AS
WITH
  cores AS (
    SELECT
      c.config_id, c.cpu, c.policy, c.freq, c.idle, k.dep_policy, k.dep_freq,
      coalesce(c.curve_value, d.curve_value) AS mw,
      c.static + coalesce(d.static, 0.0) AS static
    FROM _wattson_config_cores AS c
    JOIN _wattson_config_clocks AS k ON k.config_id = c.config_id AND k.cpu = c.cpu
    LEFT JOIN _filtered_curves_2d AS d
      ON d.policy = c.policy AND d.freq_khz = c.freq AND d.dep_policy = k.dep_policy AND d.dep_freq = k.dep_freq AND d.idle = c.idle
  ),
  clusters AS (
    SELECT c.config_id, m.policy, max(c.static) FILTER (c.cpu = m.policy) AS static
    FROM cores AS c
    JOIN _dev_cpu_policy_map AS m ON m.cpu = c.cpu
    GROUP BY c.config_id, m.policy
    HAVING count(*) FILTER (c.idle <> (SELECT idle FROM _deepest_idle)) > 0
  ),
  statics AS (SELECT config_id, sum(static) AS static FROM clusters GROUP BY config_id),
  powers AS (
    SELECT
      config_id,
      max(mw) FILTER (cpu = 0) AS cpu0_mw,
      max(mw) FILTER (cpu = 1) AS cpu1_mw,
      max(mw) FILTER (cpu = 2) AS cpu2_mw,
      max(mw) FILTER (cpu = 3) AS cpu3_mw,
      max(mw) FILTER (cpu = 4) AS cpu4_mw,
      max(mw) FILTER (cpu = 5) AS cpu5_mw,
      max(mw) FILTER (cpu = 6) AS cpu6_mw,
      max(mw) FILTER (cpu = 7) AS cpu7_mw
    FROM cores
    GROUP BY config_id
  )
SELECT
  p.*,
  coalesce(s.static, 0.0) AS static_mw,
  l.l3_hit,
  l.l3_miss,
  i.curve_value AS interconnect_mw
FROM powers AS p
JOIN cores AS c ON c.config_id = p.config_id AND c.cpu = 0
LEFT JOIN statics AS s ON s.config_id = p.config_id
LEFT JOIN _filtered_curves_l3 AS l ON l.freq_khz = c.freq AND l.dep_policy = c.dep_policy AND l.dep_freq = c.dep_freq
LEFT JOIN _filtered_curves_interconnect AS i
  ON i.policy = 0 AND i.freq_khz = c.freq AND i.dep_policy = c.dep_policy AND i.dep_freq = c.dep_freq;

-- Power over time. A suspended device needs none.
CREATE PERFETTO TABLE _cpu_estimates_mw AS
SELECT
  s.ts,
  s.dur,
  CASE WHEN s.suspended THEN 0.0 ELSE p.cpu0_mw END AS cpu0_mw,
  CASE WHEN s.suspended THEN 0.0 ELSE p.cpu1_mw END AS cpu1_mw,
  CASE WHEN s.suspended THEN 0.0 ELSE p.cpu2_mw END AS cpu2_mw,
  CASE WHEN s.suspended THEN 0.0 ELSE p.cpu3_mw END AS cpu3_mw,
  CASE WHEN s.suspended THEN 0.0 ELSE p.cpu4_mw END AS cpu4_mw,
  CASE WHEN s.suspended THEN 0.0 ELSE p.cpu5_mw END AS cpu5_mw,
  CASE WHEN s.suspended THEN 0.0 ELSE p.cpu6_mw END AS cpu6_mw,
  CASE WHEN s.suspended THEN 0.0 ELSE p.cpu7_mw END AS cpu7_mw,
  CASE
    WHEN s.suspended THEN 0.0
    ELSE
      p.static_mw
      + (coalesce(s.l3_hit_count * p.l3_hit, 0.0) + coalesce(s.l3_miss_count * p.l3_miss, 0.0)) * 1000 / s.dur
      + coalesce(p.interconnect_mw, 0.0)
  END AS dsu_scu_mw
FROM _wattson_states AS s
JOIN _wattson_configs AS c
  ON c.id_0 = s.id_0 AND c.id_1 = s.id_1 AND c.id_2 = s.id_2 AND c.id_3 = s.id_3
  AND c.id_4 = s.id_4 AND c.id_5 = s.id_5 AND c.id_6 = s.id_6 AND c.id_7 = s.id_7
  AND c.dsu_freq = s.dsu_freq
JOIN _wattson_config_power AS p ON p.config_id = c.config_id
ORDER BY s.ts;
