-- Frequency, idle state and power of each core.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE wattson.cpu.freq;
INCLUDE PERFETTO MODULE wattson.cpu.hotplug;
INCLUDE PERFETTO MODULE wattson.cpu.idle;
INCLUDE PERFETTO MODULE wattson.curves.utils;
INCLUDE PERFETTO MODULE wattson.device_infos;
INCLUDE PERFETTO MODULE wattson.utils;

-- Estimates begin with the first known frequency of core 0.
CREATE PERFETTO TABLE _valid_window AS
SELECT s.ts, trace_end() - s.ts AS dur, m.cpu
FROM (SELECT min(ts) AS ts FROM _adjusted_cpu_freq WHERE cpu = 0 AND freq IS NOT NULL) AS s
CROSS JOIN _dev_cpu_policy_map AS m
WHERE s.ts IS NOT NULL;

-- A core that is switched off is in the deepest idle state and needs no power. Cores that depend on a second clock have no value here.
CREATE PERFETTO TABLE _idle_freq_materialized AS
SELECT
  ii.ts,
  ii.dur,
  ii.cpu,
  f.policy,
  f.freq,
  CASE WHEN h.offline THEN (SELECT idle FROM _deepest_idle) ELSE i.idle END AS idle,
  CASE WHEN h.offline THEN 0.0 ELSE c.curve_value END AS curve_value,
  c.static
FROM _interval_intersect!(
  (
    _ii_subquery!(_valid_window),
    _ii_subquery!(_adjusted_cpu_freq),
    _ii_subquery!(_adjusted_deep_idle),
    _ii_subquery!(_gapless_hotplug_slices)
  ),
  (cpu)
) AS ii
JOIN _adjusted_cpu_freq AS f ON f._auto_id = ii.id_1
JOIN _adjusted_deep_idle AS i ON i._auto_id = ii.id_2
JOIN _gapless_hotplug_slices AS h ON h._auto_id = ii.id_3
LEFT JOIN _filtered_curves_1d AS c ON c.policy = f.policy AND c.freq_khz = f.freq AND c.idle = i.idle
ORDER BY ii.cpu, ii.ts;
