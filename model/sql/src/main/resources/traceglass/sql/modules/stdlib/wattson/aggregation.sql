-- Energy and power of threads and of parts of the processor in periods of time.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE wattson.cpu.idle;
INCLUDE PERFETTO MODULE wattson.estimates;
INCLUDE PERFETTO MODULE wattson.tasks.attribution;
INCLUDE PERFETTO MODULE wattson.tasks.idle_transitions_attribution;
INCLUDE PERFETTO MODULE wattson.utils;

-- Sums of attributed power (period_id, dur, estimated_mw, columns of the thread) by period and thread. Costs of idle transitions are
-- those of the cores `cpus_table`.
CREATE PERFETTO MACRO _wattson_threads_aggregation(
  tasks_table TableOrSubquery, window_table TableOrSubquery, cpus_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _wta_active AS (
      SELECT
        period_id, utid, thread_name, process_name, package_name, tid, pid, upid, uid,
        sum(estimated_mw * dur) AS total_mw_ns
      FROM $tasks_table
      GROUP BY period_id, utid
    ),
    _wta_idle AS (
      SELECT w.period_id, c.utid, sum(c.idle_cost_mws) AS idle_mws
      FROM $window_table AS w, _filter_idle_attribution(w.ts, w.dur) AS c
      WHERE c.cpu IN (SELECT cpu FROM $cpus_table)
      GROUP BY w.period_id, c.utid
    )
  SELECT
    a.period_id,
    w.dur AS period_dur,
    a.utid,
    a.tid,
    a.pid,
    a.upid,
    a.uid,
    coalesce(a.thread_name, 'Thread ' || a.tid) AS thread_name,
    coalesce(a.process_name, '') AS process_name,
    coalesce(a.package_name, '') AS package_name,
    a.total_mw_ns / 1e9 AS estimated_mws,
    a.total_mw_ns / w.dur AS estimated_mw,
    coalesce(i.idle_mws, 0) AS idle_transitions_mws,
    a.total_mw_ns / 1e9 + coalesce(i.idle_mws, 0) AS total_mws
  FROM _wta_active AS a
  JOIN $window_table AS w ON w.period_id = a.period_id
  LEFT JOIN _wta_idle AS i ON i.period_id = a.period_id AND i.utid = a.utid
);

-- Energy (mWs) and mean power (mW) of each thread in the periods (ts, dur, period_id) of a table, with the cost of the idle transitions
-- that it caused.
CREATE PERFETTO MACRO wattson_threads_aggregation(window_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _wta_tasks AS (
      SELECT
        ii.dur, ii.id_1 AS period_id,
        t.estimated_mw, t.thread_name, t.process_name, t.tid, t.pid, t.upid, t.uid, t.package_name, t.utid
      FROM _interval_intersect!(
        (_ii_subquery!(_estimates_w_tasks_attribution), (SELECT period_id AS id, * FROM $window_table)),
        ()
      ) AS ii
      JOIN _estimates_w_tasks_attribution AS t ON t._auto_id = ii.id_0
    )
  SELECT
    period_id, period_dur, utid, tid, pid, thread_name, process_name, package_name,
    estimated_mws, estimated_mw, idle_transitions_mws, total_mws
  FROM _wattson_threads_aggregation!(_wta_tasks, $window_table, _wattson_cpus)
);

-- Mean power (mW) and energy (mWs) in the periods (ts, dur, period_id) of a table: of cores, their policies, the unit that they share
-- (DSU), and totals of CPU, GPU and TPU.
CREATE PERFETTO MACRO wattson_rails_aggregation(window_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _wra_means AS (SELECT * FROM _wattson_base_components_avg_mw!($window_table)),
    _wra_cores AS (
      SELECT period_id, period_dur, 0 AS cpu_id, cpu0_poli AS policy_id, cpu0_mw AS mw FROM _wra_means WHERE cpu0_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 1, cpu1_poli, cpu1_mw FROM _wra_means WHERE cpu1_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 2, cpu2_poli, cpu2_mw FROM _wra_means WHERE cpu2_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 3, cpu3_poli, cpu3_mw FROM _wra_means WHERE cpu3_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 4, cpu4_poli, cpu4_mw FROM _wra_means WHERE cpu4_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 5, cpu5_poli, cpu5_mw FROM _wra_means WHERE cpu5_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 6, cpu6_poli, cpu6_mw FROM _wra_means WHERE cpu6_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 7, cpu7_poli, cpu7_mw FROM _wra_means WHERE cpu7_mw IS NOT NULL
    ),
    _wra_parts AS (
      SELECT
        period_id, period_dur, 'CPU' AS subsystem, 'CORE' AS breakdown_type, cpu_id AS component_id, policy_id AS parent_id,
        mw AS estimated_mw, mw * period_dur / 1e9 AS estimated_mws
      FROM _wra_cores
      UNION ALL
      SELECT period_id, period_dur, 'CPU', 'POLICY', policy_id, NULL, sum(mw), sum(mw * period_dur / 1e9)
      FROM _wra_cores
      GROUP BY period_id, period_dur, policy_id
      UNION ALL
      SELECT period_id, period_dur, 'CPU', 'DSU', NULL, NULL, dsu_scu_mw, dsu_scu_mw * period_dur / 1e9
      FROM _wra_means
      WHERE dsu_scu_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 'GPU', 'TOTAL', NULL, NULL, gpu_mw, gpu_mw * period_dur / 1e9
      FROM _wra_means
      WHERE gpu_mw IS NOT NULL
      UNION ALL
      SELECT period_id, period_dur, 'TPU', 'TOTAL', NULL, NULL, tpu_mw, tpu_mw * period_dur / 1e9
      FROM _wra_means
      WHERE tpu_mw IS NOT NULL
    )
  SELECT * FROM _wra_parts
  UNION ALL
  SELECT period_id, period_dur, subsystem, 'TOTAL', NULL, NULL, sum(estimated_mw), sum(estimated_mws)
  FROM _wra_parts
  WHERE subsystem = 'CPU' AND breakdown_type IN ('POLICY', 'DSU')
  GROUP BY period_id, period_dur, subsystem
);

-- Versions of these metrics, and whether idle states had to be guessed because the kernel did not trace them.
CREATE PERFETTO VIEW wattson_metric_metadata(
  metric_version LONG, power_model_version LONG, is_crude_estimate BOOL
)
AS
SELECT 4 AS metric_version, 1 AS power_model_version, NOT EXISTS (SELECT 1 FROM _wattson_cpuidle_counters_exist) AS is_crude_estimate;
