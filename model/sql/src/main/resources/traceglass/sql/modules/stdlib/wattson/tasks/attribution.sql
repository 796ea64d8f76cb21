-- Power attributed to threads, interrupts and apps.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE wattson.device_infos;
INCLUDE PERFETTO MODULE wattson.gpu.estimates;
INCLUDE PERFETTO MODULE wattson.tasks.gpu_active_regions;
INCLUDE PERFETTO MODULE wattson.tasks.gpu_tasks;
INCLUDE PERFETTO MODULE wattson.tasks.task_slices;
INCLUDE PERFETTO MODULE wattson.ui.continuous_estimates;
INCLUDE PERFETTO MODULE wattson.utils;

-- Power of each core; of the unit that they share with cpu -1.
CREATE PERFETTO TABLE _unioned_wattson_estimates_mw AS
SELECT ts, dur, 0 AS cpu, cpu0_mw AS estimated_mw FROM _system_state_cpu0_mw WHERE 0 IN (SELECT cpu FROM _dev_cpu_policy_map)
UNION ALL
SELECT ts, dur, 1 AS cpu, cpu1_mw AS estimated_mw FROM _system_state_cpu1_mw WHERE 1 IN (SELECT cpu FROM _dev_cpu_policy_map)
UNION ALL
SELECT ts, dur, 2 AS cpu, cpu2_mw AS estimated_mw FROM _system_state_cpu2_mw WHERE 2 IN (SELECT cpu FROM _dev_cpu_policy_map)
UNION ALL
SELECT ts, dur, 3 AS cpu, cpu3_mw AS estimated_mw FROM _system_state_cpu3_mw WHERE 3 IN (SELECT cpu FROM _dev_cpu_policy_map)
UNION ALL
SELECT ts, dur, 4 AS cpu, cpu4_mw AS estimated_mw FROM _system_state_cpu4_mw WHERE 4 IN (SELECT cpu FROM _dev_cpu_policy_map)
UNION ALL
SELECT ts, dur, 5 AS cpu, cpu5_mw AS estimated_mw FROM _system_state_cpu5_mw WHERE 5 IN (SELECT cpu FROM _dev_cpu_policy_map)
UNION ALL
SELECT ts, dur, 6 AS cpu, cpu6_mw AS estimated_mw FROM _system_state_cpu6_mw WHERE 6 IN (SELECT cpu FROM _dev_cpu_policy_map)
UNION ALL
SELECT ts, dur, 7 AS cpu, cpu7_mw AS estimated_mw FROM _system_state_cpu7_mw WHERE 7 IN (SELECT cpu FROM _dev_cpu_policy_map)
UNION ALL
SELECT ts, dur, -1, dsu_scu_mw FROM _system_state_dsu_scu_mw;

-- Cores with estimates.
CREATE PERFETTO TABLE _wattson_cpus AS
SELECT DISTINCT cpu FROM _unioned_wattson_estimates_mw WHERE cpu >= 0;

CREATE PERFETTO TABLE _estimates_w_tasks_attribution AS
SELECT
  ii.ts, ii.dur, ii.cpu, e.estimated_mw, t.thread_name, t.process_name, t.package_name, t.tid, t.pid, t.uid, t.utid, t.upid
FROM _interval_intersect!((_ii_subquery!(_unioned_wattson_estimates_mw), _ii_subquery!(_wattson_task_slices)), (cpu)) AS ii
JOIN _unioned_wattson_estimates_mw AS e ON e._auto_id = ii.id_0
JOIN _wattson_task_slices AS t ON t._auto_id = ii.id_1;

-- Apps that work on the GPU at the same time share its power equally.
CREATE PERFETTO TABLE _gpu_tasks_attribution AS
SELECT
  ii.ts, ii.dur, t.uid, t.gpu_id, CASE WHEN c.active_tasks > 0 THEN e.gpu_mw / c.active_tasks ELSE 0.0 END AS estimated_mw
FROM _interval_intersect!(
  (_ii_subquery!(_gpu_tasks), _ii_subquery!(_gpu_active_task_count), _ii_subquery!(_gpu_estimates_mw)),
  ()
) AS ii
JOIN _gpu_tasks AS t ON t._auto_id = ii.id_0
JOIN _gpu_active_task_count AS c ON c._auto_id = ii.id_1
JOIN _gpu_estimates_mw AS e ON e._auto_id = ii.id_2;

-- Power of the GPU by app, with cpu -2; uid -1 while none works on it.
CREATE PERFETTO TABLE _gpu_estimates_w_tasks_attribution AS
WITH
  packages AS (SELECT uid, min(package_name) AS package_name FROM package_list GROUP BY uid),
  estimates AS (
    SELECT ts, dur, uid, estimated_mw, 0.0 AS idle_mw FROM _gpu_tasks_attribution
    UNION ALL
    SELECT ts, dur, uid, 0.0, estimated_mw FROM _gpu_gap_attribution
  )
SELECT
  e.ts, e.dur, -2 AS cpu, e.uid, e.estimated_mw, e.idle_mw, CASE WHEN e.uid = -1 THEN 'GPU Idle' ELSE p.package_name END AS package_name
FROM estimates AS e
LEFT JOIN packages AS p ON p.uid = e.uid;
