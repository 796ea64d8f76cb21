-- Power of the GPU while it runs but no app works on it.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE wattson.gpu.estimates;
INCLUDE PERFETTO MODULE wattson.gpu.freq_idle;
INCLUDE PERFETTO MODULE wattson.tasks.gpu_tasks;
INCLUDE PERFETTO MODULE wattson.utils;

-- Periods in which the GPU has a frequency.
CREATE PERFETTO TABLE _gpu_active_regions AS
WITH
  states AS (SELECT ts, dur, coalesce(freq > 0, false) AS is_active FROM _gpu_freq_idle),
  changes AS (SELECT *, lag(is_active, 1, false) OVER (ORDER BY ts) <> is_active AS is_change FROM states),
  groups AS (SELECT *, count(*) FILTER (is_change) OVER (ORDER BY ts ROWS UNBOUNDED PRECEDING) AS group_id FROM changes)
SELECT min(ts) AS ts, max(ts + dur) - min(ts) AS dur, group_id
FROM groups
WHERE is_active
GROUP BY group_id
ORDER BY ts;

CREATE PERFETTO TABLE _gpu_active_region_tasks AS
SELECT ii.ts, ii.dur, t.uid, ii.id_0 AS region_id
FROM _interval_intersect!((_ii_subquery!(_gpu_active_regions), _ii_subquery!(_gpu_tasks)), ()) AS ii
JOIN _gpu_tasks AS t ON t._auto_id = ii.id_1;

-- The first work in each period.
CREATE PERFETTO VIEW _gpu_active_region_boundaries AS
SELECT
  region_id, min(ts) AS min_ts, max(ts + dur) AS max_end_ts, min_by(uid, row(ts, uid)) AS first_uid, max_by(uid, row(ts, -uid)) AS last_uid
FROM _gpu_active_region_tasks
GROUP BY region_id;

CREATE PERFETTO TABLE _all_gaps AS
SELECT ts, dur FROM _gpu_active_task_count WHERE active_tasks = 0;

-- The GPU starts for the first app that works on it; later gaps belong to no app, uid -1. Periods without any work have no rows.
CREATE PERFETTO TABLE _gpu_active_region_gaps AS
SELECT ii.ts, ii.dur, CASE WHEN ii.ts + ii.dur <= b.min_ts THEN b.first_uid ELSE -1 END AS uid
FROM _interval_intersect!((_ii_subquery!(_gpu_active_regions), _ii_subquery!(_all_gaps)), ()) AS ii
JOIN _gpu_active_region_boundaries AS b ON b.region_id = ii.id_0;

CREATE PERFETTO TABLE _gpu_gap_attribution AS
SELECT ii.ts, ii.dur, coalesce(g.uid, -1) AS uid, p.gpu_mw AS estimated_mw
FROM _interval_intersect!((_ii_subquery!(_gpu_active_region_gaps), _ii_subquery!(_gpu_estimates_mw)), ()) AS ii
JOIN _gpu_active_region_gaps AS g ON g._auto_id = ii.id_0
JOIN _gpu_estimates_mw AS p ON p._auto_id = ii.id_1;
