-- CPU time and cycles of thread slices.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE linux.cpu.utilization.slice;
INCLUDE PERFETTO MODULE slices.with_context;

-- CPU time of slices in which the thread ran.
CREATE PERFETTO TABLE thread_slice_cpu_time(
  id JOINID(slice.id), name STRING, utid JOINID(thread.id), thread_name STRING, upid JOINID(process.id), process_name STRING, cpu_time LONG
)
AS
WITH ran AS (
  SELECT id_0 AS id, CAST(sum(dur) AS INT) AS cpu_time
  FROM _interval_intersect!(
    ((SELECT id, ts, dur, utid FROM thread_slice WHERE utid > 0 AND dur > 0), (SELECT id, ts, dur, utid FROM sched WHERE dur > 0)),
    (utid))
  GROUP BY id_0
)
SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, r.cpu_time
FROM ran AS r
JOIN thread_slice AS s ON s.id = r.id
ORDER BY s.id;

-- Cycles during each slice of a thread.
CREATE PERFETTO VIEW thread_slice_cpu_cycles(
  id JOINID(slice.id), name STRING, utid JOINID(thread.id), thread_name STRING, upid JOINID(process.id), process_name STRING,
  millicycles LONG, megacycles LONG
)
AS
SELECT id, name, utid, thread_name, upid, process_name, millicycles, megacycles
FROM cpu_cycles_per_thread_slice;
