-- Energy for leaving and entering idle states, attributed to the thread that woke the core.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE wattson.estimates;
INCLUDE PERFETTO MODULE wattson.tasks.task_slices;
INCLUDE PERFETTO MODULE wattson.utils;

-- In each active period, the time of the idle thread before the first other task; and the time after it, if that task was the only one.
CREATE PERFETTO TABLE _idle_w_tasks AS
WITH
  tasks AS (
    SELECT
      ii.ts, ii.dur, ii.cpu, t.utid, t.upid, t.uid, ii.id_1 AS idle_group,
      t.utid IN (SELECT utid FROM thread WHERE is_idle) AS is_swapper
    FROM _interval_intersect!((_ii_subquery!(_wattson_task_slices), _ii_subquery!(_idle_exits)), (cpu)) AS ii
    JOIN _wattson_task_slices AS t ON t._auto_id = ii.id_0
  ),
  swappers AS (
    SELECT
      idle_group, cpu,
      min(ts) AS first_ts, min_by(dur, ts) AS first_dur,
      max(ts) AS last_ts, max_by(dur, ts) AS last_dur
    FROM tasks
    WHERE is_swapper
    GROUP BY idle_group, cpu
  ),
  wakers AS (
    SELECT
      idle_group, min_by(utid, ts) AS utid, min_by(row(upid), ts) AS upid, min_by(row(uid), ts) AS uid, min_by(ts + dur, ts) AS next_ts
    FROM tasks
    WHERE NOT is_swapper
    GROUP BY idle_group
  )
SELECT s.first_ts AS ts, s.first_dur AS dur, s.cpu, w.utid, w.upid[1] AS upid, w.uid[1] AS uid
FROM wakers AS w
JOIN swappers AS s ON s.idle_group = w.idle_group
UNION ALL
SELECT s.last_ts, s.last_dur, s.cpu, w.utid, w.upid[1], w.uid[1]
FROM wakers AS w
JOIN swappers AS s ON s.idle_group = w.idle_group AND s.last_ts = w.next_ts;

CREATE PERFETTO TABLE _idle_transition_cost AS
SELECT
  ii.ts, ii.dur, t.cpu, t.utid, t.upid, t.uid,
  CASE t.cpu
    WHEN 0 THEN p.cpu0_mw WHEN 1 THEN p.cpu1_mw WHEN 2 THEN p.cpu2_mw WHEN 3 THEN p.cpu3_mw
    WHEN 4 THEN p.cpu4_mw WHEN 5 THEN p.cpu5_mw WHEN 6 THEN p.cpu6_mw WHEN 7 THEN p.cpu7_mw
    ELSE 0
  END AS estimated_mw
FROM _interval_intersect!((_ii_subquery!(_idle_w_tasks), _ii_subquery!(_system_state_mw)), ()) AS ii
JOIN _idle_w_tasks AS t ON t._auto_id = ii.id_0
JOIN _system_state_mw AS p ON p._auto_id = ii.id_1;

-- The energy within a window. The idle thread, utid 0, has the sum of each core with the opposite sign: it is charged to others.
CREATE PERFETTO FUNCTION _filter_idle_attribution(ts TIMESTAMP, dur LONG) RETURNS TABLE(
  idle_cost_mws DOUBLE, utid LONG, upid LONG, uid LONG, cpu LONG)
AS
WITH costs AS (
  SELECT c.estimated_mw * ii.dur / 1e9 AS idle_cost_mws, c.utid, c.upid, c.uid, c.cpu
  FROM _interval_intersect_single!($ts, $dur, _ii_subquery!(_idle_transition_cost)) AS ii
  JOIN _idle_transition_cost AS c ON c._auto_id = ii.id
)
SELECT idle_cost_mws, utid, upid, uid, cpu FROM costs
UNION ALL
SELECT -sum(idle_cost_mws), 0, 0, 0, cpu FROM costs GROUP BY cpu;
