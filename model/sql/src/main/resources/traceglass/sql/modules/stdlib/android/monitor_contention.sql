-- Contention of Java monitors. ART names these slices `monitor contention with owner THREAD (TID) at METHOD(ARGS)(FILE:LINE) waiters=N
-- blocking from METHOD(ARGS)(FILE:LINE)`.
INCLUDE PERFETTO MODULE android.suspend;
INCLUDE PERFETTO MODULE intervals.intersect;

-- Method with its arguments, in the first parentheses: `void a.b.C.d(int)`.
CREATE PERFETTO FUNCTION _android_monitor_contention_method(written STRING) RETURNS STRING AS
SELECT str_split($written, '(', 0) || '(' || str_split($written, '(', 1);

-- Name of the thread that holds the monitor.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_thread(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split($slice_name, 'with owner ', 1), ' (', 0);

-- Tid of the thread that holds the monitor.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_tid(slice_name STRING) RETURNS LONG AS
SELECT cast_int!(str_split(str_split($slice_name, ' (', 1), ')', 0));

-- Method in which the monitor is held.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_method(slice_name STRING) RETURNS STRING AS
SELECT _android_monitor_contention_method(str_split($slice_name, ') at ', 1));

-- Method in which the monitor is held, without result and arguments.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_short_blocking_method(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split(_android_monitor_contention_method(str_split($slice_name, ') at ', 1)), ' ', 1), '(', 0);

-- Waiting method.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocked_method(slice_name STRING) RETURNS STRING AS
SELECT _android_monitor_contention_method(str_split($slice_name, 'blocking from ', 1));

-- Waiting method without result and arguments.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_short_blocked_method(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split(_android_monitor_contention_method(str_split($slice_name, 'blocking from ', 1)), ' ', 1), '(', 0);

-- Number of other threads that are already waiting.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_waiter_count(slice_name STRING) RETURNS LONG AS
SELECT cast_int!(str_split(str_split($slice_name, 'waiters=', 1), ' ', 0));

-- File and line at which the monitor is held.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_src(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split($slice_name, ')(', 1), ')', 0);

-- File and line that wait for the monitor.
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocked_src(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split($slice_name, ')(', 2), ')', 0);

-- Slices of the runtime's own locks; those with nested slices have lost their ends.
CREATE PERFETTO TABLE _valid_android_monitor_contention AS
SELECT DISTINCT s.id
FROM slice AS s
LEFT JOIN slice AS c ON c.parent_id = s.id
LEFT JOIN slice AS g ON g.parent_id = c.id
WHERE s.name GLOB 'monitor contention*' AND (c.name IS NULL OR c.name GLOB 'Lock contention*') AND g.name IS NULL
ORDER BY s.id;

-- Names of locks, if the code marks their acquisition: NAME_lock_acquire just before, NAME_lock_held just after.
CREATE PERFETTO TABLE _android_monitor_contention_lock_names AS
WITH
  neighbours AS (
    SELECT
      s.id,
      lag(s.name) OVER on_track AS before,
      lead(s.name) OVER on_track AS behind,
      lead(s.name, 2) OVER on_track AS second
    FROM slice AS s
    WHERE s.track_id IN (SELECT v.track_id FROM slice AS v JOIN _valid_android_monitor_contention USING (id))
    WINDOW on_track AS (PARTITION BY s.track_id ORDER BY s.ts, s.id)
  ),
  marked AS (
    SELECT id, regexp_extract(before, '^(.+)_lock_acquire$', 1) AS lock_name, CASE WHEN behind GLOB 'Lock contention*' THEN second ELSE behind END AS held
    FROM neighbours
    JOIN _valid_android_monitor_contention USING (id)
    WHERE ends_with(before, '_lock_acquire')
  )
SELECT id, lock_name FROM marked WHERE held = lock_name || '_lock_held';

-- Waits for monitors, with the thread that holds the monitor and the binder call that the waiting thread works for.
CREATE PERFETTO TABLE android_monitor_contention AS
WITH RECURSIVE
  contention AS (
    SELECT
      android_extract_android_monitor_contention_blocking_method(s.name) AS blocking_method,
      android_extract_android_monitor_contention_blocked_method(s.name) AS blocked_method,
      android_extract_android_monitor_contention_short_blocking_method(s.name) AS short_blocking_method,
      android_extract_android_monitor_contention_short_blocked_method(s.name) AS short_blocked_method,
      android_extract_android_monitor_contention_blocking_src(s.name) AS blocking_src,
      android_extract_android_monitor_contention_blocked_src(s.name) AS blocked_src,
      android_extract_android_monitor_contention_waiter_count(s.name) AS waiter_count,
      android_extract_android_monitor_contention_blocking_thread(s.name) AS blocking_thread_name,
      android_extract_android_monitor_contention_blocking_tid(s.name) AS blocking_tid,
      s.id, s.ts, s.dur, s.track_id, s.parent_id
    FROM slice AS s
    JOIN _valid_android_monitor_contention AS v ON v.id = s.id
    WHERE s.dur <> -1
  ),
  above(contention_id, id) AS (
    SELECT c.id, c.parent_id FROM contention AS c WHERE c.parent_id IS NOT NULL
    UNION ALL
    SELECT a.contention_id, s.parent_id FROM above AS a JOIN slice AS s ON s.id = a.id WHERE s.parent_id IS NOT NULL
  ),
  replies AS (
    SELECT a.contention_id, min(s.id) AS id FROM above AS a JOIN slice AS s ON s.id = a.id WHERE s.name = 'binder reply' GROUP BY a.contention_id
  ),
  timed AS (SELECT * FROM _add_duration_without_suspend!(contention, ts, dur, monotonic_dur))
SELECT
  c.blocking_method,
  c.blocked_method,
  c.short_blocking_method,
  c.short_blocked_method,
  c.blocking_src,
  c.blocked_src,
  c.waiter_count,
  t.utid AS blocked_utid,
  t.name AS blocked_thread_name,
  h.utid AS blocking_utid,
  c.blocking_thread_name,
  c.blocking_tid,
  t.upid,
  p.name AS process_name,
  c.id,
  c.ts,
  c.dur,
  c.monotonic_dur,
  c.track_id,
  t.is_main_thread AS is_blocked_thread_main,
  t.tid AS blocked_thread_tid,
  h.is_main_thread AS is_blocking_thread_main,
  h.tid AS blocking_thread_tid,
  r.id AS binder_reply_id,
  r.ts AS binder_reply_ts,
  rt.tid AS binder_reply_tid,
  p.pid,
  l.lock_name
FROM timed AS c
JOIN thread_track AS tt ON tt.id = c.track_id
LEFT JOIN thread AS t ON t.utid = tt.utid
LEFT JOIN process AS p ON p.upid = t.upid
LEFT JOIN replies ON replies.contention_id = c.id
LEFT JOIN slice AS r ON r.id = replies.id
LEFT JOIN thread_track AS rtt ON rtt.id = r.track_id
LEFT JOIN thread AS rt ON rt.utid = rtt.utid
LEFT JOIN thread AS h ON h.tid = c.blocking_tid AND h.upid = t.upid
LEFT JOIN _android_monitor_contention_lock_names AS l ON l.id = c.id
WHERE c.short_blocking_method IS NOT NULL AND c.short_blocked_method IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY c.id ORDER BY h.utid) = 1
ORDER BY c.id;

-- Waits that started while the thread that holds their monitor was waiting itself.
CREATE PERFETTO TABLE _android_monitor_contention_edges AS
SELECT p.id AS parent_id, c.id
FROM android_monitor_contention AS c
JOIN android_monitor_contention AS p ON p.blocked_utid = c.blocking_utid AND c.ts BETWEEN p.ts AND p.ts + p.dur
ORDER BY c.id, p.id;

-- Waits with the wait that blocks them (parent_id) and the first one blocked by them (child_id).
CREATE PERFETTO TABLE android_monitor_contention_chain AS
WITH first_child AS (SELECT parent_id AS id, min(id) AS child_id FROM _android_monitor_contention_edges GROUP BY parent_id)
SELECT
  e.parent_id,
  c.* EXCLUDE (lock_name),
  f.child_id,
  c.lock_name
FROM android_monitor_contention AS c
LEFT JOIN _android_monitor_contention_edges AS e ON e.id = c.id
LEFT JOIN first_child AS f ON f.id = c.id
ORDER BY c.id, e.parent_id;

-- States of the thread that holds a monitor until the first wait on the same method ended.
CREATE PERFETTO TABLE android_monitor_contention_chain_thread_state AS
WITH
  waits AS (
    SELECT w.id, w.blocking_utid, w.ts, min(o.ts + o.dur) - w.ts AS dur
    FROM android_monitor_contention_chain AS w
    JOIN android_monitor_contention_chain AS o
      ON o.blocking_utid = w.blocking_utid AND o.blocking_method = w.blocking_method AND o.ts BETWEEN w.ts AND w.ts + w.dur
    WHERE w.waiter_count = 0
    GROUP BY w.id, w.blocking_utid, w.ts
  ),
  states AS (SELECT id, ts, dur, utid AS blocking_utid FROM thread_state WHERE dur > 0 AND utid IN (SELECT blocking_utid FROM waits))
SELECT ii.id_0 AS id, ii.ts, ii.dur, ii.blocking_utid, s.blocked_function, s.state
FROM _interval_intersect!((waits, states), (blocking_utid)) AS ii
JOIN thread_state AS s ON s.id = ii.id_1
WHERE ii.dur > 0
ORDER BY ii.blocking_utid, ii.ts;

-- Time of that thread in each state.
CREATE PERFETTO VIEW android_monitor_contention_chain_thread_state_by_txn AS
SELECT id, state AS thread_state, cast_int!(sum(dur)) AS thread_state_dur, count(*) AS thread_state_count
FROM android_monitor_contention_chain_thread_state
GROUP BY id, state
ORDER BY id, state;

-- Time of that thread in each blocking kernel function.
CREATE PERFETTO VIEW android_monitor_contention_chain_blocked_functions_by_txn AS
SELECT id, blocked_function, cast_int!(sum(dur)) AS blocked_function_dur, count(*) AS blocked_function_count
FROM android_monitor_contention_chain_thread_state
WHERE blocked_function IS NOT NULL
GROUP BY id, blocked_function
ORDER BY id, blocked_function;

-- A profile (pprof) of a process's waits: the waiting thread and method, those that hold the monitor, and further those that block
-- them.
CREATE PERFETTO FUNCTION android_monitor_contention_graph(upid LONG) RETURNS TABLE(pprof BYTES) AS
WITH RECURSIVE
  waits AS (
    SELECT DISTINCT
      c.id,
      c.parent_id,
      c.dur,
      CASE WHEN starts_with(c.blocked_thread_name, 'binder:') THEN 'binder' ELSE c.blocked_thread_name END || ':' || c.short_blocked_method AS blocked,
      CASE WHEN starts_with(c.blocking_thread_name, 'binder:') THEN 'binder' ELSE c.blocking_thread_name END || ':' || c.short_blocking_method AS blocking
    FROM android_monitor_contention_chain AS c
    WHERE c.upid = $upid
  ),
  graph(id, dur, stack) AS (
    SELECT w.id, w.dur, cat_stacks(w.blocked, w.blocking) FROM waits AS w WHERE w.parent_id IS NULL
    UNION ALL
    SELECT w.id, w.dur, cat_stacks(w.blocked, w.blocking, g.stack) FROM graph AS g JOIN waits AS w ON w.parent_id = g.id
  )
SELECT experimental_profile(stack, 'duration', 'ns', dur) AS pprof FROM graph;
