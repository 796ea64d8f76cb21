-- Time of a thread in each scheduling state during its slices.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- Time that the thread of a slice spent in each state during the slice.
CREATE PERFETTO TABLE thread_slice_time_in_state(
  id JOINID(slice.id), name STRING, utid JOINID(thread.id), thread_name STRING, upid JOINID(process.id), process_name STRING, state STRING,
  io_wait BOOL, blocked_function STRING, dur DURATION
)
AS
WITH spent AS (
  SELECT o.id_0 AS id, t.state, t.io_wait, t.blocked_function, CAST(sum(o.dur) AS INT) AS dur
  FROM _interval_intersect!(
    ((SELECT id, ts, dur, utid FROM thread_slice WHERE utid > 0 AND dur > 0), (SELECT id, ts, dur, utid FROM thread_state WHERE dur > 0)),
    (utid)) AS o
  JOIN thread_state AS t ON t.id = o.id_1
  GROUP BY o.id_0, t.state, t.io_wait, t.blocked_function
)
SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, p.state, p.io_wait, p.blocked_function, p.dur
FROM spent AS p
JOIN thread_slice AS s ON s.id = p.id
ORDER BY s.id, p.state, p.io_wait, p.blocked_function;
