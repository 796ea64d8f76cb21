-- Wakers of threads, and the critical path of a thread: at every time the thread on which it depended.
INCLUDE PERFETTO MODULE intervals.overlap;
INCLUDE PERFETTO MODULE intervals.intersect;

-- In Fuchsia, the state of a thread that was just woken is waking, not runnable.
CREATE PERFETTO TABLE _is_fuchsia AS
SELECT count(*) > 0 AS is_fuchsia FROM metadata WHERE name = 'trace_type' AND str_value = 'fuchsia';

CREATE PERFETTO MACRO _is_runnable_state(state Expr)
RETURNS Expr AS
($state = 'R' OR $state = 'W' AND (SELECT is_fuchsia FROM _is_fuchsia));

-- States in which threads were woken. A thread woken by an interrupt or by I/O has no thread that it depended on.
CREATE PERFETTO TABLE _runnable_state AS
SELECT
  id, ts, dur, state, utid, waker_id, waker_utid,
  CASE WHEN coalesce(irq_context, 0) = 0 THEN coalesce(io_wait, 0) ELSE 1 END AS is_irq
FROM thread_state
WHERE dur <> -1 AND waker_id IS NOT NULL
ORDER BY id;

-- First state of a thread, if it was runnable.
CREATE PERFETTO TABLE _first_runnable_state AS
SELECT
  id, ts, dur, state, utid, waker_id, waker_utid,
  CASE WHEN coalesce(irq_context, 0) = 0 THEN coalesce(io_wait, 0) ELSE 1 END AS is_irq
FROM thread_state
WHERE id IN (SELECT min(id) FROM thread_state GROUP BY utid) AND dur <> -1 AND _is_runnable_state!(state)
ORDER BY id;

CREATE PERFETTO TABLE _sleep_state AS
SELECT id, ts, dur, state, blocked_function, utid
FROM thread_state
WHERE dur <> -1 AND state IN ('S', 'D', 'I')
ORDER BY id;

-- Each wakeup from sleep, and the first state of a thread: with the state and reason of the sleep, and the end of the thread's data.
CREATE PERFETTO TABLE _wakeup AS
WITH
  woken AS (
    SELECT s.state, s.blocked_function, r.id, r.ts, r.utid, r.waker_id, r.waker_utid, s.ts AS prev_end_ts, r.is_irq
    FROM _runnable_state AS r
    JOIN _sleep_state AS s ON s.utid = r.utid AND s.ts + s.dur = r.ts
    UNION ALL
    SELECT NULL, NULL, id, ts, utid, waker_id, waker_utid, NULL, is_irq
    FROM _first_runnable_state
  ),
  ends AS (SELECT utid, arg_max(ts + dur, ts) AS end_ts FROM thread_state WHERE dur <> -1 GROUP BY utid)
SELECT w.*, e.end_ts AS thread_end_ts
FROM woken AS w
LEFT JOIN ends AS e USING (utid)
ORDER BY w.id;

-- Last wakeup (id) of a thread before each time it ran (waker_id, the state to which others' wakers refer).
CREATE PERFETTO TABLE _wakeup_map AS
WITH
  states AS (
    SELECT id, utid, state FROM thread_state WHERE state = 'Running' AND dur <> -1
    UNION
    SELECT id, utid, state FROM _first_runnable_state
    UNION
    SELECT id, utid, state FROM _runnable_state
  ),
  marked AS (SELECT id, utid, state, CASE WHEN _is_runnable_state!(state) THEN id END AS wakeup FROM states)
SELECT max(wakeup) OVER (PARTITION BY utid ORDER BY id ROWS UNBOUNDED PRECEDING) AS id, id AS waker_id
FROM marked
QUALIFY state = 'Running'
ORDER BY waker_id;

-- One node for each period of work between two sleeps: awake from ts for dur, after a sleep of idle_dur, woken by the node waker_id;
-- prev_id is the thread's previous node.
CREATE PERFETTO TABLE _wakeup_graph AS
SELECT
  w.utid,
  w.id,
  CASE WHEN w.is_irq = 0 THEN m.id END AS waker_id,
  w.ts,
  CASE WHEN w.is_irq = 0 THEN w.state ELSE 'IRQ' END AS idle_state,
  w.blocked_function AS idle_reason,
  w.ts - w.prev_end_ts AS idle_dur,
  lag(w.id) OVER of_thread AS prev_id,
  coalesce(lead(w.prev_end_ts) OVER of_thread, w.thread_end_ts) - w.ts AS dur
FROM _wakeup AS w
LEFT JOIN _wakeup_map AS m ON m.waker_id = w.waker_id
WINDOW of_thread AS (PARTITION BY w.utid ORDER BY w.ts, w.id)
ORDER BY w.id;

-- Nodes that overlap intervals of threads (utid, ts, dur): root_node_id, and the distance to the previous node, capacity.
CREATE PERFETTO MACRO _intervals_to_roots(_source_table TableOrSubquery, _node_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _itr_nodes AS (SELECT utid, id, ts, prev_id FROM $_node_table),
    _itr_bounds AS (SELECT utid, min(ts) AS first_ts, max(ts) AS last_ts FROM _itr_nodes GROUP BY utid),
    _itr_sources AS (
      SELECT DISTINCT s.utid, greatest(s.ts, b.first_ts) AS from_ts, least(s.ts + s.dur, b.last_ts) AS to_ts
      FROM $_source_table AS s
      JOIN _itr_bounds AS b ON b.utid = s.utid
    ),
    _itr_ranges AS (
      SELECT s.utid, f.id AS from_id, t.id AS to_id
      FROM _itr_sources AS s
      ASOF JOIN _itr_nodes AS f ON f.utid = s.utid AND s.from_ts >= f.ts
      ASOF JOIN _itr_nodes AS t ON t.utid = s.utid AND s.to_ts <= t.ts
    )
  SELECT DISTINCT n.id AS root_node_id, n.id - coalesce(n.prev_id, n.id) AS capacity
  FROM _itr_ranges AS r
  JOIN _itr_nodes AS n ON n.utid = r.utid AND n.id BETWEEN r.from_id AND r.to_id
);

-- Wakers of root nodes (root_node_id), followed back in time: root_id, depth, ts, dur, id (the node that worked), parent_id.
CREATE PERFETTO MACRO _critical_path_with_depth_by_roots(_roots_table TableOrSubquery, _node_table TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_critical_path($_node_table, $_roots_table);

-- The same without depth; where nothing is known, the root itself.
CREATE PERFETTO MACRO _critical_path_by_roots(_roots_table TableOrSubquery, _node_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _cpr_frames AS (
      SELECT root_id, id, ts, dur, lead(ts) OVER (PARTITION BY root_id ORDER BY ts) AS next_ts
      FROM _critical_path_with_depth_by_roots!($_roots_table, $_node_table)
    )
  SELECT root_id, id, ts, dur FROM _cpr_frames
  UNION ALL
  SELECT root_id, root_id, ts + dur, next_ts - ts - dur FROM _cpr_frames WHERE next_ts > ts + dur
);

-- Critical paths in intervals of threads (utid, ts, dur): root_utid, utid, root_id, id, ts, dur, interval_ts, interval_dur.
CREATE PERFETTO MACRO _critical_path_by_intervals(_intervals_table TableOrSubquery, _node_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _cpi_nodes AS (SELECT * FROM $_node_table),
    _cpi_intervals AS (SELECT row_number() OVER (ORDER BY ts) AS id, ts, dur, utid AS root_utid FROM $_intervals_table),
    _cpi_spans AS (
      SELECT
        row_number() OVER (ORDER BY p.ts) AS id,
        p.ts,
        p.dur,
        p.root_id,
        p.id AS cr_id,
        r.utid AS root_utid,
        n.utid
      FROM _critical_path_by_roots!(_intervals_to_roots!($_intervals_table, $_node_table), _cpi_nodes) AS p
      JOIN _cpi_nodes AS r ON r.id = p.root_id
      JOIN _cpi_nodes AS n ON n.id = p.id
    )
  SELECT DISTINCT s.root_utid, s.utid, s.root_id, s.cr_id AS id, o.ts, o.dur, i.ts AS interval_ts, i.dur AS interval_dur
  FROM _interval_intersect!((_cpi_spans, _cpi_intervals), (root_utid)) AS o
  JOIN _cpi_spans AS s ON s.id = o.id_0
  JOIN _cpi_intervals AS i ON i.id = o.id_1
  ORDER BY o.ts, s.cr_id
);

-- Critical path of one thread in a time window.
CREATE PERFETTO FUNCTION _thread_executing_span_critical_path(root_utid LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(root_utid LONG, root_id LONG, id LONG, ts TIMESTAMP, dur DURATION, utid LONG) AS
SELECT root_utid, root_id, id, ts, dur, utid
FROM _critical_path_by_intervals!((SELECT $root_utid AS utid, $ts AS ts, $dur AS dur), _wakeup_graph);
