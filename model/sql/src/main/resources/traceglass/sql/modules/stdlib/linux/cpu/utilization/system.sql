-- CPU time and cycles of the whole machine and of its CPUs.
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread_cpu;
INCLUDE PERFETTO MODULE time.conversion;

-- Share of CPU time in which the CPUs are busy, per period of this many nanoseconds.
CREATE PERFETTO FUNCTION cpu_utilization_per_period(interval LONG)
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT *
FROM _cpu_avg_utilization_per_period!(
  $interval,
  (SELECT s.ts, s.ts_end FROM sched AS s WHERE s.utid NOT IN (SELECT t.utid FROM thread AS t WHERE t.is_idle))
);

-- Share of CPU time in which the CPUs are busy, in each second.
CREATE PERFETTO TABLE cpu_utilization_per_second(
  ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE
)
AS
SELECT ts, utilization, unnormalized_utilization FROM cpu_utilization_per_period(time_from_s(1));

-- Cycles and CPU time of the whole machine.
CREATE PERFETTO TABLE cpu_cycles(
  millicycles LONG, megacycles LONG, runtime DURATION, min_freq LONG, max_freq LONG, avg_freq LONG
)
AS
SELECT _cpu_cycle_sums!(c)
FROM cpu_cycles_per_thread_per_cpu AS c;

-- Cycles in a time window, and the CPUs' busy time while the machine was awake.
CREATE PERFETTO FUNCTION cpu_cycles_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(millicycles LONG, megacycles LONG, runtime DURATION, awake_runtime DURATION, min_freq LONG, max_freq LONG, avg_freq LONG) AS
SELECT
  CAST(sum(f.dur * f.freq / 1000) AS INT) AS millicycles,
  CAST(sum(f.dur * f.freq / 1000) / 1e9 AS INT) AS megacycles,
  CAST(sum(f.dur) AS INT) AS runtime,
  CAST(sum(to_monotonic(f.ts + f.dur) - to_monotonic(f.ts)) AS INT) AS awake_runtime,
  min(f.freq) AS min_freq,
  max(f.freq) AS max_freq,
  CAST(sum(f.dur * f.freq / 1000) AS INT) / (CAST(sum(CASE WHEN f.freq IS NOT NULL THEN f.dur END) AS INT) / 1000) AS avg_freq
FROM _cpu_freq_in_interval!($ts, $dur) AS f;

-- Percentage of the time in which the machine was awake: of all CPUs, and of one.
CREATE PERFETTO FUNCTION cpu_utilization_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(awake_dur LONG, awake_utilization DOUBLE, awake_unnormalized_utilization DOUBLE) AS
SELECT
  c.awake_runtime AS awake_dur,
  round(c.awake_runtime * 100.0 / (to_monotonic($ts + $dur) - to_monotonic($ts)) / (SELECT max(cpu) + 1 FROM cpu), 2) AS awake_utilization,
  round(c.awake_runtime * 100.0 / (to_monotonic($ts + $dur) - to_monotonic($ts)), 2) AS awake_unnormalized_utilization
FROM cpu_cycles_in_interval($ts, $dur) AS c;

-- Cycles and CPU time of each CPU.
CREATE PERFETTO TABLE cpu_cycles_per_cpu(
  ucpu JOINID(cpu.id), cpu LONG, millicycles LONG, megacycles LONG, runtime DURATION, min_freq LONG, max_freq LONG, avg_freq LONG
)
AS
SELECT c.ucpu, c.cpu, _cpu_cycle_sums!(c)
FROM cpu_cycles_per_thread_per_cpu AS c
GROUP BY c.ucpu, c.cpu
ORDER BY c.ucpu;

-- Cycles and CPU time of each CPU in a range of time.
CREATE PERFETTO FUNCTION cpu_cycles_per_cpu_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(
  ucpu JOINID(cpu.id), cpu LONG, millicycles LONG, megacycles LONG, runtime DURATION, min_freq LONG, max_freq LONG, avg_freq LONG
) AS
SELECT f.ucpu, any_value(f.cpu) AS cpu, _cpu_cycle_columns!(f.dur, f.freq, CASE WHEN f.freq IS NOT NULL THEN f.dur END)
FROM _cpu_freq_in_interval!($ts, $dur) AS f
GROUP BY f.ucpu
ORDER BY f.ucpu;
