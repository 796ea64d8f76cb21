-- The thread or interrupt that runs on each core, to which power is attributed.
INCLUDE PERFETTO MODULE android.process_metadata;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE intervals.overlap;
INCLUDE PERFETTO MODULE linux.irqs;
INCLUDE PERFETTO MODULE wattson.cpu.idle;
INCLUDE PERFETTO MODULE wattson.utils;

-- Periods in which a core is active.
CREATE PERFETTO TABLE _idle_exits AS
SELECT ts, dur, cpu, idle, _auto_id AS group_id FROM _adjusted_deep_idle WHERE idle = -1;

CREATE PERFETTO TABLE _task_wo_irq_infos AS
SELECT
  s.ts, s.dur, s.cpu, t.utid, t.upid, t.tid, p.pid, a.uid, t.name AS thread_name, p.name AS process_name, a.package_name
FROM sched AS s
JOIN thread AS t ON t.utid = s.utid
LEFT JOIN process AS p ON p.upid = t.upid
LEFT JOIN android_process_metadata AS a ON a.upid = t.upid
WHERE s.dur > 0;

-- Hard interrupts can interrupt each other: the innermost counts.
CREATE PERFETTO VIEW _hard_irq_flattened_slices AS
WITH
  roots AS (SELECT id, ts, dur FROM linux_hard_irqs WHERE parent_id IS NULL),
  children AS (
    SELECT a.id AS root_id, i.id, i.parent_id, i.ts, i.dur
    FROM linux_hard_irqs AS i, ancestor_slice(i.id) AS a
    WHERE i.parent_id IS NOT NULL AND a.parent_id IS NULL
  )
SELECT f.ts, f.dur, s.name AS hard_irq_name, t.cpu
FROM _intervals_flatten!(_intervals_merge_root_and_children!(roots, children)) AS f
JOIN slice AS s ON s.id = f.id
JOIN cpu_track AS t ON t.id = s.track_id;

CREATE PERFETTO VIEW _soft_irq_slices AS
SELECT i.ts, i.dur, i.name AS soft_irq_name, t.cpu
FROM linux_soft_irqs AS i
JOIN slice AS s ON s.id = i.id
JOIN cpu_track AS t ON t.id = s.track_id;

-- Hard interrupts interrupt soft ones, and both interrupt threads.
CREATE VIRTUAL TABLE _all_irqs_combined_slices USING SPAN_OUTER_JOIN(
  _soft_irq_slices PARTITIONED cpu,
  _hard_irq_flattened_slices PARTITIONED cpu
);

-- An interrupt has a number from its name in place of the ids of a thread.
CREATE PERFETTO VIEW _all_irqs_flattened_slices AS
SELECT
  ts, dur, cpu, coalesce(hard_irq_name, soft_irq_name) AS irq_name, hash(coalesce(hard_irq_name, soft_irq_name)) AS irq_id
FROM _all_irqs_combined_slices;

CREATE VIRTUAL TABLE _irq_w_tasks_info USING SPAN_OUTER_JOIN(
  _task_wo_irq_infos PARTITIONED cpu,
  _all_irqs_flattened_slices PARTITIONED cpu
);

CREATE PERFETTO TABLE _all_tasks_flattened_slices AS
SELECT
  ts,
  dur,
  cpu,
  coalesce(irq_id, utid) AS utid,
  coalesce(irq_id, upid) AS upid,
  coalesce(irq_id, tid) AS tid,
  coalesce(irq_id, pid) AS pid,
  coalesce(irq_id, uid) AS uid,
  coalesce(irq_name, thread_name) AS thread_name,
  coalesce(irq_name, process_name) AS process_name,
  coalesce(irq_name, package_name) AS package_name,
  irq_id IS NOT NULL AS is_irq
FROM _irq_w_tasks_info;

CREATE PERFETTO TABLE _active_state_w_tasks AS
SELECT
  ii.ts, ii.dur, ii.cpu, t.utid, t.upid, t.tid, t.pid, t.uid, t.thread_name, t.process_name, t.package_name, t.is_irq, ii.id_1 AS idle_group
FROM _interval_intersect!((_ii_subquery!(_all_tasks_flattened_slices), _ii_subquery!(_idle_exits)), (cpu)) AS ii
JOIN _all_tasks_flattened_slices AS t ON t._auto_id = ii.id_0;

-- Time at which the thread that woke the core starts to run, or the first interrupt if there is no such thread.
CREATE PERFETTO TABLE _task_causing_idle_exit AS
SELECT
  idle_group,
  min_by(ts, row(CASE WHEN NOT is_irq AND utid > 0 THEN 0 ELSE 1 END, ts)) AS boundary_ts
FROM _active_state_w_tasks
GROUP BY idle_group;

-- From then on, each core's threads and interrupts; between the active periods its idle thread.
CREATE PERFETTO TABLE _wattson_task_slices AS
WITH
  tasks AS (
    SELECT a.*
    FROM _active_state_w_tasks AS a
    JOIN _task_causing_idle_exit AS e ON e.idle_group = a.idle_group
    WHERE a.ts >= e.boundary_ts
  ),
  periods AS (SELECT cpu, idle_group, min(ts) AS ts, max(ts + dur) AS ts_end FROM tasks GROUP BY cpu, idle_group),
  gaps AS (SELECT ts_end AS ts, lead(ts) OVER (PARTITION BY cpu ORDER BY ts) - ts_end AS dur, cpu FROM periods)
SELECT ts, dur, cpu, utid, upid, tid, pid, uid, thread_name, process_name, package_name FROM tasks
UNION ALL
SELECT ts, dur, cpu, 0, 0, 0, 0, NULL, 'swapper', NULL, NULL FROM gaps WHERE dur > 0;
