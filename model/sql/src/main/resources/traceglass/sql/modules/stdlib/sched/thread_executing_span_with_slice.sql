-- Critical path of a thread with the scheduling states and slices of the threads on it.
INCLUDE PERFETTO MODULE slices.flat_slices;
INCLUDE PERFETTO MODULE sched.thread_executing_span;
INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO VIEW _span_thread_state_view AS
SELECT id AS thread_state_id, ts, dur, utid, state, blocked_function AS function, io_wait, cpu FROM thread_state;

CREATE PERFETTO VIEW _span_slice_view AS
SELECT slice_id, depth AS slice_depth, ts, dur, utid FROM _slice_flattened;

CREATE VIRTUAL TABLE _span_thread_state_slice_sp USING SPAN_LEFT_JOIN(_span_thread_state_view PARTITIONED utid, _span_slice_view PARTITIONED utid);

-- Thread states split at changes of the deepest slice.
CREATE PERFETTO TABLE _span_thread_state_slice AS
SELECT
  row_number() OVER (ORDER BY ts, utid) AS id, ts, dur, ts + dur AS ts_end, utid, thread_state_id, state, function, cpu, io_wait, slice_id, slice_depth
FROM _span_thread_state_slice_sp
WHERE dur > 0
ORDER BY id;

-- Activity of a thread itself (self_…) and of the thread on which it depended, in a time window.
CREATE PERFETTO FUNCTION _critical_path_spans(root_utid LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(
  ts TIMESTAMP, dur DURATION, root_utid LONG, utid LONG, self_thread_state_id LONG, self_state STRING, self_function STRING, self_io_wait LONG,
  self_slice_id LONG, self_slice_depth LONG, thread_state_id LONG, state STRING, function STRING, io_wait LONG, cpu LONG, slice_id LONG, slice_depth LONG) AS
WITH
  _cps_path AS (
    SELECT row_number() OVER (ORDER BY p.ts) AS id, p.ts, p.dur, n.utid
    FROM _critical_path_by_roots!((SELECT w.id AS root_node_id FROM _wakeup_graph AS w WHERE w.utid = $root_utid), _wakeup_graph) AS p
    JOIN _wakeup_graph AS n ON n.id = p.id
  ),
  _cps_others AS (
    SELECT row_number() OVER (ORDER BY o.ts) AS id, o.ts, o.dur, o.id_1 AS span_id
    FROM _interval_intersect!((_cps_path, _span_thread_state_slice), (utid)) AS o
    WHERE o.dur > 0
  ),
  _cps_window AS (SELECT 0 AS id, $ts AS ts, $dur AS dur),
  _cps_self AS (SELECT s.id, s.ts, s.dur FROM _span_thread_state_slice AS s WHERE s.utid = $root_utid)
SELECT
  i.ts,
  i.dur,
  s.utid AS root_utid,
  c.utid,
  s.thread_state_id AS self_thread_state_id,
  s.state AS self_state,
  s.function AS self_function,
  s.io_wait AS self_io_wait,
  s.slice_id AS self_slice_id,
  s.slice_depth AS self_slice_depth,
  c.thread_state_id,
  c.state,
  c.function,
  c.io_wait,
  c.cpu,
  c.slice_id,
  c.slice_depth
FROM _interval_intersect!((_cps_self, _cps_others, _cps_window), ()) AS i
JOIN _span_thread_state_slice AS s ON s.id = i.id_0
JOIN _cps_others AS o ON o.id = i.id_1
JOIN _span_thread_state_slice AS c ON c.id = o.span_id
WHERE i.dur > 0
ORDER BY i.ts;

-- The same as layers of names, to be drawn as stacked slices: first the thread itself, with its state at depth 0, the blocking kernel
-- function, I/O wait, its process and name, then its slices from depth 5 on. Below them the same layers of the thread on which it
-- depended, if that is a different one, and finally the CPU.
CREATE PERFETTO FUNCTION _critical_path_stack(
  root_utid LONG, ts TIMESTAMP, dur DURATION,
  enable_process_name LONG, enable_thread_name LONG, enable_self_slice LONG, enable_critical_path_slice LONG)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, utid LONG, stack_depth LONG, name STRING, table_name STRING, root_utid LONG) AS
WITH RECURSIVE
  spans AS MATERIALIZED (SELECT * FROM _critical_path_spans($root_utid, $ts, $dur)),
  -- Each slice that is the deepest at some time, with all its ancestors.
  above(slice_id, id, depth, name) AS (
    SELECT s.id, s.id, s.depth, s.name
    FROM slice AS s
    WHERE s.id IN (SELECT p.self_slice_id FROM spans AS p UNION SELECT p.slice_id FROM spans AS p)
    UNION ALL
    SELECT a.slice_id, s.id, s.depth, s.name
    FROM above AS a
    JOIN slice AS c ON c.id = a.id
    JOIN slice AS s ON s.id = c.parent_id
    WHERE s.dur <> -1
  ),
  names AS (
    SELECT t.utid, 'process_name: ' || p.name AS process, 'thread_name: ' || t.name AS thread, p.upid
    FROM thread AS t
    LEFT JOIN process AS p ON p.upid = t.upid
  ),
  self_layers(id, ts, dur, utid, stack_depth, name, table_name) AS MATERIALIZED (
    SELECT self_thread_state_id, ts, dur, root_utid, 0, 'thread_state: ' || self_state, 'thread_state' FROM spans
    UNION ALL
    SELECT self_thread_state_id, ts, dur, root_utid, 1, CASE WHEN self_state GLOB 'R*' THEN NULL ELSE 'kernel function: ' || self_function END, 'thread_state'
    FROM spans
    UNION ALL
    SELECT self_thread_state_id, ts, dur, root_utid, 2, CASE WHEN self_state GLOB 'R*' THEN NULL ELSE 'io_wait: ' || self_io_wait END, 'thread_state'
    FROM spans
    UNION ALL
    SELECT s.self_thread_state_id, s.ts, s.dur, n.utid, 3, CASE WHEN $enable_process_name <> 0 THEN n.process END, 'thread_state'
    FROM spans AS s
    JOIN names AS n ON n.utid = s.root_utid
    UNION ALL
    SELECT s.self_thread_state_id, s.ts, s.dur, n.utid, 4, CASE WHEN $enable_thread_name <> 0 THEN n.thread END, 'thread_state'
    FROM spans AS s
    JOIN names AS n ON n.utid = s.root_utid AND n.upid IS NOT NULL
    UNION ALL
    SELECT a.id, s.ts, s.dur, s.root_utid, a.depth + 5, CASE WHEN $enable_self_slice <> 0 THEN a.name END, 'slice'
    FROM spans AS s
    JOIN above AS a ON a.slice_id = s.self_slice_id
  ),
  self_depths AS MATERIALIZED (SELECT ts, max(stack_depth) + 1 AS depth FROM self_layers GROUP BY ts),
  blocking AS MATERIALIZED (SELECT s.*, d.depth AS start_depth FROM spans AS s JOIN self_depths AS d ON d.ts = s.ts WHERE s.utid <> s.root_utid),
  blocking_layers(id, ts, dur, utid, stack_depth, name, table_name) AS MATERIALIZED (
    SELECT thread_state_id, ts, dur, utid, start_depth, 'blocking thread_state: ' || state, 'thread_state' FROM blocking
    UNION ALL
    SELECT b.thread_state_id, b.ts, b.dur, b.utid, b.start_depth + 1, 'blocking ' || n.process, 'thread_state'
    FROM blocking AS b
    JOIN names AS n ON n.utid = b.utid
    UNION ALL
    SELECT b.thread_state_id, b.ts, b.dur, b.utid, b.start_depth + 2, 'blocking ' || n.thread, 'thread_state'
    FROM blocking AS b
    JOIN names AS n ON n.utid = b.utid
    UNION ALL
    SELECT thread_state_id, ts, dur, utid, start_depth + 3, 'blocking kernel_function: ' || function, 'thread_state' FROM blocking
    UNION ALL
    SELECT thread_state_id, ts, dur, utid, start_depth + 4, 'blocking io_wait: ' || io_wait, 'thread_state' FROM blocking
    UNION ALL
    SELECT a.id, b.ts, b.dur, b.utid, a.depth + b.start_depth + 5, CASE WHEN $enable_critical_path_slice <> 0 THEN a.name END, 'slice'
    FROM blocking AS b
    JOIN above AS a ON a.slice_id = b.slice_id
  ),
  depths AS (
    SELECT ts, max(depth) AS depth
    FROM (SELECT ts, depth FROM self_depths UNION ALL SELECT ts, stack_depth + 1 FROM blocking_layers)
    GROUP BY ts
  ),
  layers AS (
    SELECT *, 0 AS part FROM self_layers
    UNION ALL
    SELECT *, 1 FROM blocking_layers
    UNION ALL
    SELECT s.thread_state_id, s.ts, s.dur, s.utid, d.depth, 'cpu: ' || s.cpu, 'thread_state', 2
    FROM spans AS s
    JOIN depths AS d ON d.ts = s.ts
    WHERE s.state = 'Running' OR s.self_state = 'Running'
  )
SELECT l.id, l.ts, l.dur, l.utid, l.stack_depth, l.name, l.table_name, $root_utid AS root_utid
FROM layers AS l
WHERE l.id IS NOT NULL
ORDER BY l.part, l.stack_depth, l.ts;

CREATE PERFETTO FUNCTION _thread_executing_span_critical_path_stack(root_utid LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, utid LONG, stack_depth LONG, name STRING, table_name STRING, root_utid LONG) AS
SELECT * FROM _critical_path_stack($root_utid, $ts, $dur, 1, 1, 1, 1);

-- The layers as a profile of time. Layers below the first gap in depth are omitted.
CREATE PERFETTO FUNCTION _critical_path_graph(
  graph_title STRING, root_utid LONG, ts TIMESTAMP, dur DURATION,
  enable_process_name LONG, enable_thread_name LONG, enable_self_slice LONG, enable_critical_path_slice LONG)
RETURNS TABLE(pprof BYTES) AS
WITH RECURSIVE
  layers AS MATERIALIZED (
    SELECT s.ts, s.stack_depth, s.name, s.dur - coalesce(lead(s.dur) OVER (PARTITION BY s.ts ORDER BY s.stack_depth), 0) AS self_dur
    FROM _critical_path_stack(
      $root_utid, $ts, $dur, $enable_process_name, $enable_thread_name, $enable_self_slice, $enable_critical_path_slice) AS s
  ),
  stacks(ts, stack_depth, self_dur, stack) AS (
    SELECT l.ts, l.stack_depth, l.self_dur, cat_stacks($graph_title, l.name) FROM layers AS l WHERE l.stack_depth = 0
    UNION ALL
    SELECT l.ts, l.stack_depth, l.self_dur, cat_stacks(s.stack, l.name)
    FROM stacks AS s
    JOIN layers AS l ON l.ts = s.ts AND l.stack_depth = s.stack_depth + 1
  )
SELECT experimental_profile(s.stack, 'duration', 'ns', s.self_dur) AS pprof FROM stacks AS s;

CREATE PERFETTO FUNCTION _thread_executing_span_critical_path_graph(graph_title STRING, root_utid LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(pprof BYTES) AS
SELECT * FROM _critical_path_graph($graph_title, $root_utid, $ts, $dur, 1, 1, 1, 1);
