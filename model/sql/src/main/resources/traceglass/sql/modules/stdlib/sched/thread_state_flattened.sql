-- Scheduling states under the deepest slices of a thread.
INCLUDE PERFETTO MODULE slices.flat_slices;

CREATE VIRTUAL TABLE __span_joined_thread USING SPAN_JOIN(_slice_flattened PARTITIONED utid, thread_state PARTITIONED utid);

-- States during a slice, assigned to the deepest slice at that time. Uses the first slice that matches; NULL matches any slice or
-- thread.
CREATE PERFETTO FUNCTION _get_flattened_thread_state(slice_id LONG, utid LONG)
RETURNS TABLE(
  ts TIMESTAMP, dur DURATION, utid LONG, depth LONG, name STRING, slice_id LONG, track_id LONG, cpu LONG, state STRING, io_wait LONG,
  blocked_function STRING, waker_utid LONG, irq_context LONG) AS
WITH wanted AS (
  SELECT s.ts, s.dur, s.track_id
  FROM slice AS s
  JOIN thread_track AS t ON t.id = s.track_id
  WHERE ($slice_id IS NULL OR s.id = $slice_id) AND ($utid IS NULL OR t.utid = $utid)
  ORDER BY s.id
  LIMIT 1
)
SELECT
  j.ts, j.dur, j.utid, j.depth, j.name, j.slice_id, j.track_id, j.cpu, j.state, j.io_wait, j.blocked_function, j.waker_utid, j.irq_context
FROM wanted AS w
JOIN __span_joined_thread AS j ON j.track_id = w.track_id AND j.ts >= w.ts AND j.ts < w.ts + w.dur
ORDER BY j.ts;

-- Sums per slice, with one column for each state.
CREATE PERFETTO FUNCTION _get_flattened_thread_state_aggregated(slice_id LONG, utid LONG)
RETURNS TABLE(
  slice_id LONG, slice_name STRING, uninterruptible_sleep_nonio LONG, uninterruptible_sleep_io LONG, runnable LONG, sleeping LONG, stopped LONG,
  traced LONG, exit_dead LONG, exit_zombie LONG, task_dead LONG, wake_kill LONG, waking LONG, parked LONG, no_load LONG, runnable_preempted LONG,
  running LONG, idle LONG, dur DURATION, depth LONG) AS
SELECT
  f.slice_id,
  any_value(f.name) AS slice_name,
  CAST(sum(f.dur) FILTER (f.state = 'D' AND f.io_wait = 0) AS INT) AS uninterruptible_sleep_nonio,
  CAST(sum(f.dur) FILTER (f.state = 'D' AND f.io_wait = 1) AS INT) AS uninterruptible_sleep_io,
  CAST(sum(f.dur) FILTER (f.state = 'R') AS INT) AS runnable,
  CAST(sum(f.dur) FILTER (f.state = 'S') AS INT) AS sleeping,
  CAST(sum(f.dur) FILTER (f.state = 'T') AS INT) AS stopped,
  CAST(sum(f.dur) FILTER (f.state = 't') AS INT) AS traced,
  CAST(sum(f.dur) FILTER (f.state = 'X') AS INT) AS exit_dead,
  CAST(sum(f.dur) FILTER (f.state = 'Z') AS INT) AS exit_zombie,
  CAST(sum(f.dur) FILTER (f.state = 'x') AS INT) AS task_dead,
  CAST(sum(f.dur) FILTER (f.state = 'K') AS INT) AS wake_kill,
  CAST(sum(f.dur) FILTER (f.state = 'W') AS INT) AS waking,
  CAST(sum(f.dur) FILTER (f.state = 'P') AS INT) AS parked,
  CAST(sum(f.dur) FILTER (f.state = 'N') AS INT) AS no_load,
  CAST(sum(f.dur) FILTER (f.state = 'R+') AS INT) AS runnable_preempted,
  CAST(sum(f.dur) FILTER (f.state = 'Running') AS INT) AS running,
  CAST(sum(f.dur) FILTER (f.state = 'I') AS INT) AS idle,
  CAST(sum(f.dur) AS INT) AS dur,
  any_value(f.depth) AS depth
FROM _get_flattened_thread_state($slice_id, $utid) AS f
GROUP BY f.slice_id
ORDER BY f.slice_id;
