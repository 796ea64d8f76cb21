-- Estimated power of all parts of the processor, in mW.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE wattson.cpu.estimates;
INCLUDE PERFETTO MODULE wattson.device_infos;
INCLUDE PERFETTO MODULE wattson.gpu.estimates;
INCLUDE PERFETTO MODULE wattson.tpu.estimates;
INCLUDE PERFETTO MODULE wattson.utils;

-- The parts are traced independently of each other, so each may be missing at times.
CREATE VIRTUAL TABLE _cpu_gpu_system_state_mw USING SPAN_OUTER_JOIN(_cpu_estimates_mw, _gpu_estimates_mw);
CREATE VIRTUAL TABLE _cpu_gpu_tpu_system_state_mw USING SPAN_OUTER_JOIN(_cpu_gpu_system_state_mw, _tpu_estimates_mw);

CREATE PERFETTO TABLE _system_state_mw AS
SELECT * FROM _cpu_gpu_tpu_system_state_mw;

-- The frequency policy of a core, NULL if there is no such core.
CREATE PERFETTO FUNCTION _wattson_policy(cpu LONG) RETURNS LONG AS
SELECT policy FROM _dev_cpu_policy_map WHERE cpu = $cpu;

-- Mean of a column of the intersected states s, weighted with the length of the periods.
CREATE PERFETTO MACRO _wattson_mean(column ColumnName) RETURNS Expr AS
cast_double!(sum(ii.dur * s.$column) / nullif(sum(ii.dur), 0));

-- Mean power in the periods (ts, dur, period_id) of a table, one row each.
CREATE PERFETTO MACRO _wattson_base_components_avg_mw(window_table TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT
    _wattson_policy(0) AS cpu0_poli,
    _wattson_policy(1) AS cpu1_poli,
    _wattson_policy(2) AS cpu2_poli,
    _wattson_policy(3) AS cpu3_poli,
    _wattson_policy(4) AS cpu4_poli,
    _wattson_policy(5) AS cpu5_poli,
    _wattson_policy(6) AS cpu6_poli,
    _wattson_policy(7) AS cpu7_poli,
    _wattson_mean!(cpu0_mw) AS cpu0_mw,
    _wattson_mean!(cpu1_mw) AS cpu1_mw,
    _wattson_mean!(cpu2_mw) AS cpu2_mw,
    _wattson_mean!(cpu3_mw) AS cpu3_mw,
    _wattson_mean!(cpu4_mw) AS cpu4_mw,
    _wattson_mean!(cpu5_mw) AS cpu5_mw,
    _wattson_mean!(cpu6_mw) AS cpu6_mw,
    _wattson_mean!(cpu7_mw) AS cpu7_mw,
    _wattson_mean!(dsu_scu_mw) AS dsu_scu_mw,
    _wattson_mean!(gpu_mw) AS gpu_mw,
    _wattson_mean!(tpu_mw) AS tpu_mw,
    sum(ii.dur) AS period_dur,
    ii.id_0 AS period_id
  FROM _interval_intersect!(((SELECT period_id AS id, * FROM $window_table), _ii_subquery!(_system_state_mw)), ()) AS ii
  JOIN _system_state_mw AS s ON s._auto_id = ii.id_1
  GROUP BY ii.id_0
);
