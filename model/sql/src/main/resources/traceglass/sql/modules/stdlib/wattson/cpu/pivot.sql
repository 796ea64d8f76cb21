-- States of the whole processor: which core has which frequency and idle state at the same time.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE wattson.cpu.arm_dsu;
INCLUDE PERFETTO MODULE wattson.cpu.freq_idle;
INCLUDE PERFETTO MODULE wattson.cpu.hotplug;
INCLUDE PERFETTO MODULE wattson.curves.utils;
INCLUDE PERFETTO MODULE wattson.device_infos;
INCLUDE PERFETTO MODULE wattson.utils;

-- The different states of single cores, numbered. A core that the processor does not have is in deep idle and needs no power.
CREATE PERFETTO TABLE _wattson_core_states AS
WITH
  cpus(cpu) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7)),
  states AS (
    SELECT DISTINCT
      cpu, policy, coalesce(freq, 0) AS freq, coalesce(idle, (SELECT idle FROM _deepest_idle)) AS idle, curve_value, coalesce(static, 0.0) AS static
    FROM _idle_freq_materialized
    UNION ALL
    SELECT cpu, NULL, 0, (SELECT idle FROM _deepest_idle), 0.0, 0.0 FROM cpus WHERE cpu NOT IN (SELECT cpu FROM _dev_cpu_policy_map)
  )
SELECT row_number() OVER (ORDER BY cpu, freq, idle, curve_value, policy) AS state_id, * FROM states;

-- Periods in which each core is in one state.
CREATE PERFETTO TABLE _wattson_core_intervals AS
SELECT i.ts, i.dur, i.cpu, s.state_id
FROM _idle_freq_materialized AS i
JOIN _wattson_core_states AS s
  ON s.cpu = i.cpu
  AND s.policy IS NOT DISTINCT FROM i.policy
  AND s.freq = coalesce(i.freq, 0)
  AND s.idle = coalesce(i.idle, (SELECT idle FROM _deepest_idle))
  AND s.curve_value IS NOT DISTINCT FROM i.curve_value
  AND s.static = coalesce(i.static, 0.0)
UNION ALL
SELECT trace_start(), trace_dur(), cpu, state_id FROM _wattson_core_states WHERE cpu NOT IN (SELECT cpu FROM _dev_cpu_policy_map);

CREATE PERFETTO MACRO _wattson_core(number Expr) RETURNS TableOrSubquery AS
(SELECT state_id AS id, ts, dur FROM _wattson_core_intervals WHERE cpu = $number);

-- Periods in which nothing changes, with the states of all cores.
CREATE PERFETTO TABLE _wattson_states AS
SELECT
  ii.ts,
  ii.dur,
  ii.id_0, ii.id_1, ii.id_2, ii.id_3, ii.id_4, ii.id_5, ii.id_6, ii.id_7,
  d.dsu_freq,
  s.suspended,
  cast_int!(r.l3_hit_rate * ii.dur) AS l3_hit_count,
  cast_int!(r.l3_miss_rate * ii.dur) AS l3_miss_count
FROM _interval_intersect!(
  (
    _wattson_core!(0),
    _wattson_core!(1),
    _wattson_core!(2),
    _wattson_core!(3),
    _wattson_core!(4),
    _wattson_core!(5),
    _wattson_core!(6),
    _wattson_core!(7),
    _ii_subquery!(_wattson_dsu_frequency),
    _ii_subquery!(_arm_l3_rates),
    _ii_subquery!(_gapless_suspend_slices)
  ),
  ()
) AS ii
JOIN _wattson_dsu_frequency AS d ON d._auto_id = ii.id_8
JOIN _arm_l3_rates AS r ON r._auto_id = ii.id_9
JOIN _gapless_suspend_slices AS s ON s._auto_id = ii.id_10
WHERE ii.dur > 0
ORDER BY ii.ts;

-- The different states of the processor, numbered.
CREATE PERFETTO TABLE _wattson_configs AS
SELECT row_number() OVER (ORDER BY first_ts) AS config_id, c.*
FROM (
  SELECT id_0, id_1, id_2, id_3, id_4, id_5, id_6, id_7, dsu_freq, min(ts) AS first_ts
  FROM _wattson_states
  GROUP BY id_0, id_1, id_2, id_3, id_4, id_5, id_6, id_7, dsu_freq
) AS c;

-- A row for each of them and each core.
CREATE PERFETTO TABLE _wattson_config_cores AS
WITH numbers(cpu) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7))
SELECT c.config_id, n.cpu, s.policy, s.freq, s.idle, s.curve_value, s.static, c.dsu_freq
FROM _wattson_configs AS c
CROSS JOIN numbers AS n
JOIN _wattson_core_states AS s
  ON s.state_id = CASE n.cpu
    WHEN 0 THEN c.id_0 WHEN 1 THEN c.id_1 WHEN 2 THEN c.id_2 WHEN 3 THEN c.id_3
    WHEN 4 THEN c.id_4 WHEN 5 THEN c.id_5 WHEN 6 THEN c.id_6 ELSE c.id_7
  END;

-- The second clock on which cores depend: that of the shared cache, else of the active core of another cluster with the highest
-- frequency or power, else the lowest.
CREATE PERFETTO TABLE _wattson_config_clocks AS
WITH
  scores AS (
    SELECT
      o.config_id, d.cpu, m.policy AS dep_policy, o.freq AS dep_freq,
      row(coalesce(CASE WHEN v.vote_by_freq = 1 THEN o.freq ELSE o.curve_value END, -1.0), -o.cpu) AS score
    FROM _cpu_lut_dependencies AS d
    JOIN _wattson_config_cores AS o ON o.cpu = d.dep_cpu AND o.idle = -1
    JOIN _dev_vote_by_freq AS v ON v.cpu = d.cpu
    JOIN _dev_cpu_policy_map AS m ON m.cpu = d.dep_cpu
  ),
  votes AS (
    SELECT config_id, cpu, max_by(dep_policy, score) AS dep_policy, max_by(dep_freq, score) AS dep_freq
    FROM scores
    GROUP BY config_id, cpu
  )
SELECT
  c.config_id,
  c.cpu,
  CASE WHEN s.cpu IS NOT NULL THEN _dsu_dep!() ELSE coalesce(v.dep_policy, f.dep_policy) END AS dep_policy,
  CASE WHEN s.cpu IS NOT NULL THEN c.dsu_freq ELSE coalesce(v.dep_freq, f.dep_freq) END AS dep_freq
FROM _wattson_config_cores AS c
LEFT JOIN _cpu_w_dsu_dependency AS s ON s.cpu = c.cpu
LEFT JOIN votes AS v ON v.config_id = c.config_id AND v.cpu = c.cpu
LEFT JOIN _cpu_w_dependency_default_vote AS f ON f.cpu = c.cpu;
