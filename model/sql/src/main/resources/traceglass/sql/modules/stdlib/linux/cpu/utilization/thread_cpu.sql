-- CPU cycles by thread and CPU.
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;

-- Cycles and CPU time of each thread on each CPU.
CREATE PERFETTO TABLE cpu_cycles_per_thread_per_cpu(
  utid JOINID(thread.id), ucpu JOINID(cpu.id), cpu LONG, millicycles LONG, megacycles LONG, runtime DURATION, min_freq LONG, max_freq LONG,
  avg_freq LONG
)
AS
SELECT f.utid, f.ucpu, any_value(c.cpu) AS cpu, _cpu_cycle_columns!(f.dur, f.freq, f.dur)
FROM _cpu_freq_per_thread AS f
JOIN cpu AS c ON c.ucpu = f.ucpu
GROUP BY f.utid, f.ucpu
ORDER BY f.utid, f.ucpu;

-- Cycles and CPU time of each thread on each CPU in a range of time.
CREATE PERFETTO FUNCTION cpu_cycles_per_thread_per_cpu_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(
  utid JOINID(thread.id), ucpu JOINID(cpu.id), cpu LONG, millicycles LONG, megacycles LONG, runtime DURATION, min_freq LONG, max_freq LONG,
  avg_freq LONG
) AS
SELECT f.utid, f.ucpu, any_value(c.cpu) AS cpu, _cpu_cycle_columns!(f.dur, f.freq, CASE WHEN f.freq IS NOT NULL THEN f.dur END)
FROM _cpu_freq_in_interval!($ts, $dur) AS f
JOIN cpu AS c ON c.ucpu = f.ucpu
GROUP BY f.utid, f.ucpu
ORDER BY f.utid, f.ucpu;
