-- Time of the main thread of a starting app by cause.
INCLUDE PERFETTO MODULE android.startup.startups;
INCLUDE PERFETTO MODULE intervals.overlap;
INCLUDE PERFETTO MODULE slices.hierarchy;
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE intervals.intersect;

-- Startup cause of a slice, or NULL if it has none.
CREATE PERFETTO FUNCTION _normalize_android_string(name STRING) RETURNS STRING AS
SELECT CASE
  WHEN $name = 'mm_vmscan_direct_reclaim' THEN 'kernel_memory_reclaim'
  WHEN starts_with($name, 'GC: Wait For') THEN 'userspace_memory_reclaim'
  WHEN starts_with($name, 'monitor contention') OR starts_with($name, 'Lock contention on a monitor lock') THEN 'monitor_contention'
  WHEN starts_with($name, 'Lock contention') THEN 'art_lock_contention'
  WHEN $name IN ('binder transaction', 'binder reply') THEN 'binder'
  WHEN $name = 'Contending for pthread mutex' THEN 'mutex_contention'
  WHEN starts_with($name, 'dlopen') THEN 'dlopen'
  WHEN starts_with($name, 'VerifyClass') THEN 'verify_class'
  WHEN $name = 'inflate' THEN 'inflate'
  WHEN starts_with($name, 'Choreographer#doFrame') THEN 'choreographer_do_frame'
  WHEN starts_with($name, 'OpenDexFilesFromOat') THEN 'open_dex_files_from_oat'
  WHEN $name = 'ResourcesManager#getResources' THEN 'resources_manager_get_resources'
  WHEN $name = 'bindApplication' THEN 'bind_application'
  WHEN $name = 'activityStart' THEN 'activity_start'
  WHEN $name = 'activityResume' THEN 'activity_resume'
  WHEN $name = 'activityRestart' THEN 'activity_restart'
  WHEN $name = 'clientTransactionExecuted' THEN 'client_transaction_executed'
END;

-- Waiting for I/O has precedence over the slice, the slice over the thread's state.
CREATE PERFETTO FUNCTION _startup_breakdown_reason(name STRING, state STRING, io_wait LONG, irq_context LONG) RETURNS STRING AS
SELECT CASE WHEN $io_wait = 1 THEN 'io' WHEN $name IS NOT NULL THEN $name WHEN $irq_context = 1 THEN 'irq' ELSE $state END;

-- Startups by main thread, as roots of its slices, with unused ids. Of overlapping startups the first counts.
CREATE PERFETTO TABLE _startup_root_slices AS
WITH every AS (
  SELECT
    (SELECT max(id) FROM slice) + row_number() OVER (ORDER BY s.ts, s.startup_id, t.utid) AS id,
    s.dur, s.ts, s.startup_id, s.startup_type, p.name AS process_name, t.utid
  FROM android_startup_processes AS sp
  JOIN android_startups AS s ON s.startup_id = sp.startup_id
  JOIN process AS p ON p.upid = sp.upid
  JOIN thread AS t ON t.upid = p.upid AND t.is_main_thread = 1
  WHERE s.dur > 0
)
SELECT *
FROM every AS e
WHERE NOT EXISTS (SELECT 1 FROM every AS o WHERE o.utid = e.utid AND o.id <> e.id AND o.ts <= e.ts AND e.ts < o.ts + o.dur)
ORDER BY e.id;

-- Slices of the main thread with a cause.
CREATE PERFETTO TABLE _startup_relevant_slices AS
SELECT s.id, s.parent_id, s.depth, _normalize_android_string(s.name) AS name, s.ts, s.dur, s.utid
FROM thread_slice AS s
JOIN _startup_root_slices AS r ON r.utid = s.utid AND greatest(s.ts, r.ts) < least(s.ts + s.dur, r.ts + r.dur)
WHERE s.dur > 0
ORDER BY s.id;

CREATE PERFETTO TABLE _startup_normalized_slices AS
SELECT p.id, p.parent_id, p.depth, p.name, s.ts, s.dur, s.utid
FROM _slice_remove_nulls_and_reparent!((SELECT id, parent_id, depth, name FROM _startup_relevant_slices), name) AS p
JOIN _startup_relevant_slices AS s USING (id)
ORDER BY p.id;

-- Flattened: at every time the deepest slice.
CREATE PERFETTO TABLE _startup_flat_slices_breakdown AS
SELECT f.ts, f.dur, f.root_id, s.id AS slice_id, s.name
FROM _intervals_flatten!(_intervals_merge_root_and_children_by_intersection!(_startup_root_slices, _startup_normalized_slices, utid)) AS f
JOIN _startup_normalized_slices AS s ON s.id = f.id
ORDER BY f.root_id, f.ts;

-- States of the main thread.
CREATE PERFETTO TABLE _startup_thread_states_breakdown AS
WITH states AS (SELECT id, ts, dur, utid FROM thread_state WHERE dur > 0 AND utid IN (SELECT utid FROM _startup_root_slices))
SELECT ii.ts, ii.dur, ii.id_0 AS root_id, t.id AS thread_state_id, t.state, t.io_wait, t.irq_context
FROM _interval_intersect!((_startup_root_slices, states), (utid)) AS ii
JOIN thread_state AS t ON t.id = ii.id_1
WHERE ii.dur > 0
ORDER BY ii.id_0, ii.ts;

CREATE VIRTUAL TABLE _startup_thread_states_and_slices_breakdown_sp USING SPAN_LEFT_JOIN(
  _startup_thread_states_breakdown PARTITIONED root_id, _startup_flat_slices_breakdown PARTITIONED root_id);

-- Periods of a startup with their cause. Before the main thread exists, the cause is launch_delay.
CREATE PERFETTO TABLE android_startup_opinionated_breakdown AS
SELECT
  b.ts,
  b.dur,
  r.startup_id,
  b.slice_id,
  b.thread_state_id,
  _startup_breakdown_reason(b.name, b.state, b.io_wait, b.irq_context) AS reason
FROM _startup_thread_states_and_slices_breakdown_sp AS b
JOIN _startup_root_slices AS r ON r.id = b.root_id
UNION ALL
SELECT r.ts, min(b.ts) - r.ts, r.startup_id, NULL, NULL, 'launch_delay'
FROM _startup_thread_states_breakdown AS b
JOIN _startup_root_slices AS r ON r.id = b.root_id
GROUP BY r.id, r.startup_id, r.ts
HAVING min(b.ts) > r.ts;
