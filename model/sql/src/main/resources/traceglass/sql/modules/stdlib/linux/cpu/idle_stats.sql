-- Number and duration of each CPU's stays in each idle state. States are counted from 1 here.
INCLUDE PERFETTO MODULE linux.cpu.idle;

-- Number and total duration of each idle state of each CPU.
CREATE PERFETTO TABLE cpu_idle_stats(
  cpu LONG, state LONG, count LONG, dur DURATION, avg_dur DURATION, idle_percent DOUBLE
)
AS
WITH observed AS (SELECT cpu, CAST(sum(dur) AS INT) AS dur FROM cpu_idle_counters GROUP BY cpu)
SELECT
  c.cpu,
  c.idle + 1 AS state,
  count(*) AS count,
  CAST(sum(c.dur) AS INT) AS dur,
  CAST(sum(c.dur) AS INT) / count(*) AS avg_dur,
  sum(c.dur) * 100.0 / any_value(o.dur) AS idle_percent
FROM cpu_idle_counters AS c
JOIN observed AS o ON o.cpu = c.cpu
WHERE c.idle >= 0
GROUP BY c.cpu, c.idle
ORDER BY c.cpu, c.idle;
