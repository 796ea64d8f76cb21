-- CPU time and cycles of threads.
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread_cpu;
INCLUDE PERFETTO MODULE time.conversion;

-- A thread's share of CPU time per period of this many nanoseconds.
CREATE PERFETTO FUNCTION cpu_thread_utilization_per_period(interval LONG, utid JOINID(thread.id))
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT * FROM _cpu_avg_utilization_per_period!($interval, (SELECT s.ts, s.ts_end FROM sched AS s WHERE s.utid = $utid));

-- Share of CPU time that a thread uses in each second.
CREATE PERFETTO FUNCTION cpu_thread_utilization_per_second(utid JOINID(thread.id))
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT * FROM cpu_thread_utilization_per_period(time_from_s(1), $utid);

-- Cycles and CPU time of each thread.
CREATE PERFETTO TABLE cpu_cycles_per_thread(
  utid JOINID(thread.id), millicycles LONG, megacycles LONG, runtime DURATION, min_freq LONG, max_freq LONG, avg_freq LONG
)
AS
SELECT c.utid, _cpu_cycle_sums!(c)
FROM cpu_cycles_per_thread_per_cpu AS c
GROUP BY c.utid
ORDER BY c.utid;

-- Cycles in a time window, and the thread's running time while the machine was awake.
CREATE PERFETTO FUNCTION cpu_cycles_per_thread_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(
  utid JOINID(thread.id), millicycles LONG, megacycles LONG, runtime DURATION, awake_runtime DURATION, min_freq LONG, max_freq LONG,
  avg_freq LONG
) AS
SELECT
  f.utid,
  CAST(sum(f.dur * f.freq / 1000) AS INT) AS millicycles,
  CAST(sum(f.dur * f.freq / 1000) / 1e9 AS INT) AS megacycles,
  CAST(sum(f.dur) AS INT) AS runtime,
  CAST(sum(to_monotonic(f.ts + f.dur) - to_monotonic(f.ts)) AS INT) AS awake_runtime,
  min(f.freq) AS min_freq,
  max(f.freq) AS max_freq,
  CAST(sum(f.dur * f.freq / 1000) AS INT) / (CAST(sum(CASE WHEN f.freq IS NOT NULL THEN f.dur END) AS INT) / 1000) AS avg_freq
FROM _cpu_freq_in_interval!($ts, $dur) AS f
GROUP BY f.utid
ORDER BY f.utid;

-- Percentage of the time in which the machine was awake: of all CPUs, and of one.
CREATE PERFETTO FUNCTION cpu_thread_utilization_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(
  upid JOINID(process.id), utid JOINID(thread.id), thread_name STRING, awake_dur LONG, awake_utilization DOUBLE,
  awake_unnormalized_utilization DOUBLE
) AS
SELECT
  t.upid,
  t.utid,
  t.name AS thread_name,
  c.awake_runtime AS awake_dur,
  round(c.awake_runtime * 100.0 / (to_monotonic($ts + $dur) - to_monotonic($ts)) / (SELECT max(cpu) + 1 FROM cpu), 6) AS awake_utilization,
  round(c.awake_runtime * 100.0 / (to_monotonic($ts + $dur) - to_monotonic($ts)), 6) AS awake_unnormalized_utilization
FROM cpu_cycles_per_thread_in_interval($ts, $dur) AS c
JOIN thread AS t ON t.utid = c.utid
ORDER BY t.utid;
