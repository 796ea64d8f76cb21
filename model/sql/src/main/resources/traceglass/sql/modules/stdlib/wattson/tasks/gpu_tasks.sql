-- Work of apps on the GPU.
INCLUDE PERFETTO MODULE android.gpu.work_period;

CREATE PERFETTO TABLE _gpu_tasks AS
SELECT s.ts, s.dur, t.uid, t.gpu_id
FROM slice AS s
JOIN android_gpu_work_period_track AS t ON t.id = s.track_id
WHERE s.dur > 0;

-- Number of apps that use it at the same time.
CREATE PERFETTO TABLE _gpu_active_task_count AS
WITH
  changes AS (
    SELECT ts, 1 AS change FROM _gpu_tasks
    UNION ALL
    SELECT ts + dur, -1 FROM _gpu_tasks
  ),
  counts AS (SELECT ts, sum(sum(change)) OVER (ORDER BY ts) AS active_tasks FROM changes GROUP BY ts),
  periods AS (SELECT ts, lead(ts) OVER (ORDER BY ts) - ts AS dur, cast_int!(active_tasks) AS active_tasks FROM counts)
SELECT ts, dur, active_tasks FROM periods WHERE dur > 0;
