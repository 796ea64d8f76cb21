-- CPU time and cycles of processes.
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread_cpu;
INCLUDE PERFETTO MODULE time.conversion;

-- A process's share of CPU time per period of this many nanoseconds.
CREATE PERFETTO FUNCTION cpu_process_utilization_per_period(interval LONG, upid JOINID(process.id))
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT *
FROM _cpu_avg_utilization_per_period!(
  $interval,
  (SELECT s.ts, s.ts_end FROM sched AS s JOIN thread AS t ON t.utid = s.utid WHERE t.upid = $upid AND NOT t.is_idle)
);

-- Share of CPU time that a process uses in each second.
CREATE PERFETTO FUNCTION cpu_process_utilization_per_second(upid JOINID(process.id))
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT * FROM cpu_process_utilization_per_period(time_from_s(1), $upid);

-- Cycles and CPU time of each process.
CREATE PERFETTO TABLE cpu_cycles_per_process(
  upid JOINID(process.id), millicycles LONG, megacycles LONG, runtime DURATION, min_freq LONG, max_freq LONG, avg_freq LONG
)
AS
SELECT t.upid, _cpu_cycle_sums!(c)
FROM cpu_cycles_per_thread_per_cpu AS c
JOIN thread AS t ON t.utid = c.utid
WHERE t.upid IS NOT NULL
GROUP BY t.upid
ORDER BY t.upid;

-- Cycles in a time window, and the process's running time while the machine was awake.
CREATE PERFETTO FUNCTION cpu_cycles_per_process_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(
  upid JOINID(process.id), millicycles LONG, megacycles LONG, runtime DURATION, awake_runtime DURATION, min_freq LONG, max_freq LONG,
  avg_freq LONG
) AS
SELECT
  t.upid,
  CAST(sum(f.dur * f.freq / 1000) AS INT) AS millicycles,
  CAST(sum(f.dur * f.freq / 1000) / 1e9 AS INT) AS megacycles,
  CAST(sum(f.dur) AS INT) AS runtime,
  CAST(sum(to_monotonic(f.ts + f.dur) - to_monotonic(f.ts)) AS INT) AS awake_runtime,
  min(f.freq) AS min_freq,
  max(f.freq) AS max_freq,
  CAST(sum(f.dur * f.freq / 1000) AS INT) / (CAST(sum(CASE WHEN f.freq IS NOT NULL THEN f.dur END) AS INT) / 1000) AS avg_freq
FROM _cpu_freq_in_interval!($ts, $dur) AS f
JOIN thread AS t ON t.utid = f.utid
GROUP BY t.upid
ORDER BY t.upid;

-- Percentage of the time in which the machine was awake: of all CPUs, and of one.
CREATE PERFETTO FUNCTION cpu_process_utilization_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(
  upid JOINID(process.id), process_name STRING, awake_dur LONG, awake_utilization DOUBLE, awake_unnormalized_utilization DOUBLE
) AS
SELECT
  p.upid,
  p.name AS process_name,
  c.awake_runtime AS awake_dur,
  round(c.awake_runtime * 100.0 / (to_monotonic($ts + $dur) - to_monotonic($ts)) / (SELECT max(cpu) + 1 FROM cpu), 6) AS awake_utilization,
  round(c.awake_runtime * 100.0 / (to_monotonic($ts + $dur) - to_monotonic($ts)), 6) AS awake_unnormalized_utilization
FROM cpu_cycles_per_process_in_interval($ts, $dur) AS c
JOIN process AS p ON p.upid = c.upid
ORDER BY p.upid;
