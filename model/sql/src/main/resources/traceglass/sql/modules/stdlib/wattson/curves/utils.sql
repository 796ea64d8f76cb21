-- The power figures of this device's processor, with a row for each idle state: -1 is active.
INCLUDE PERFETTO MODULE wattson.curves.cpu_1d;
INCLUDE PERFETTO MODULE wattson.curves.cpu_2d;
INCLUDE PERFETTO MODULE wattson.curves.gpu;
INCLUDE PERFETTO MODULE wattson.curves.l3;
INCLUDE PERFETTO MODULE wattson.curves.tpu;
INCLUDE PERFETTO MODULE wattson.device_infos;
INCLUDE PERFETTO MODULE wattson.utils;

-- Cores that depend on their own frequency only.
CREATE PERFETTO TABLE _filtered_curves_1d AS
WITH
  states(idle) AS (VALUES (-1), (0), (1)),
  curves AS (
    SELECT * FROM _device_curves_1d
    WHERE device IN (SELECT name FROM _wattson_device) AND policy IN (SELECT policy FROM _device_policies)
  )
SELECT
  c.policy,
  c.freq_khz,
  s.idle,
  CASE s.idle WHEN -1 THEN c.active WHEN 0 THEN c.idle0 ELSE c.idle1 END AS curve_value,
  c.static
FROM curves AS c
CROSS JOIN states AS s;

-- Cores that depend on a second clock, of another policy or of the shared cache.
CREATE PERFETTO TABLE _filtered_curves_2d_raw AS
SELECT
  c.policy, c.freq_khz, c.dep_policy, c.dep_freq, c.active, c.idle0, c.idle1, c.static, c.interconnect
FROM _device_curves_2d AS c
WHERE c.device IN (SELECT name FROM _wattson_device);

CREATE PERFETTO TABLE _filtered_curves_2d AS
WITH states(idle) AS (VALUES (-1), (0), (1))
SELECT
  c.policy,
  c.freq_khz,
  c.dep_policy,
  c.dep_freq,
  s.idle,
  c.static,
  CASE s.idle WHEN -1 THEN c.active WHEN 0 THEN c.idle0 ELSE c.idle1 END AS curve_value
FROM _filtered_curves_2d_raw AS c
CROSS JOIN states AS s;

CREATE PERFETTO TABLE _filtered_curves_l3 AS
SELECT c.freq_khz, c.dep_policy, c.dep_freq, c.l3_hit, c.l3_miss
FROM _device_curves_l3 AS c
WHERE c.device IN (SELECT name FROM _wattson_device);

CREATE PERFETTO TABLE _filtered_curves_interconnect AS
SELECT policy, freq_khz, dep_policy, dep_freq, interconnect AS curve_value
FROM _filtered_curves_2d_raw
WHERE interconnect > 0;

-- GPUs: power state 2 is on, 0 is off.
CREATE PERFETTO TABLE _gpu_filtered_curves AS
WITH states(idle) AS (VALUES (0), (1), (2))
SELECT c.freq_khz, s.idle, CASE s.idle WHEN 2 THEN c.active WHEN 1 THEN c.idle1 ELSE c.idle2 END AS curve_value
FROM _gpu_device_curves AS c
CROSS JOIN states AS s
WHERE c.device IN (SELECT name FROM _wattson_device);

CREATE PERFETTO TABLE _tpu_filtered_curves AS
SELECT c.cluster, c.freq, c.requests, c.active
FROM _tpu_device_curves AS c
WHERE c.device IN (SELECT name FROM _wattson_device);

-- Cores that depend on the clock of the shared cache.
CREATE PERFETTO TABLE _cpu_w_dsu_dependency AS
SELECT DISTINCT m.cpu
FROM _filtered_curves_2d_raw AS c
JOIN _dev_cpu_policy_map AS m ON m.policy = c.policy
WHERE c.dep_policy = _dsu_dep!();

-- The clock on which a core depends while no core of another cluster requires more.
CREATE PERFETTO TABLE _cpu_w_dependency_default_vote AS
SELECT m.cpu, d.dep_policy, d.dep_freq
FROM (
  SELECT policy, arg_min(dep_policy, dep_freq) AS dep_policy, min(dep_freq) AS dep_freq
  FROM _filtered_curves_2d_raw
  GROUP BY policy
) AS d
JOIN _dev_cpu_policy_map AS m ON m.policy = d.policy;

-- Cores of other clusters on which the power of a core depends.
CREATE PERFETTO TABLE _cpu_lut_dependencies AS
SELECT DISTINCT m.cpu, o.cpu AS dep_cpu
FROM _filtered_curves_2d_raw AS c
JOIN _dev_cpu_policy_map AS m ON m.policy = c.policy
JOIN _dev_cpu_policy_map AS o ON o.policy IN (SELECT dep_policy FROM _filtered_curves_2d_raw)
WHERE c.dep_policy <> _dsu_dep!() AND m.policy <> o.policy;
