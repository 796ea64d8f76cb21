-- Share of the time between two readings that CPUs spent in each idle state, in percent, from the microseconds counted by sysfs. The
-- remainder is C0, in which a CPU is active.
INCLUDE PERFETTO MODULE time.conversion;

-- Share of time that each CPU spent in each idle state, from counters of the kernel.
CREATE PERFETTO TABLE linux_per_cpu_idle_time_in_state_counters(
  ts TIMESTAMP, machine_id JOINID(machine.id), state STRING, cpu LONG, idle_percentage DOUBLE, total_residency DOUBLE, time_slice LONG
)
AS
WITH
  readings AS (
    SELECT
      c.ts,
      t.machine_id,
      extract_arg(t.dimension_arg_set_id, 'state') AS state,
      extract_arg(t.dimension_arg_set_id, 'cpu') AS cpu,
      c.value - lag(c.value) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id) AS total_residency,
      time_to_us(c.ts - lag(c.ts) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id)) AS time_slice,
      c.track_id,
      c.id
    FROM counter AS c
    JOIN track AS t ON t.id = c.track_id
    WHERE t.type = 'cpu_idle_state'
  ),
  deltas AS (SELECT * FROM readings WHERE time_slice IS NOT NULL),
  working AS (
    SELECT
      ts, machine_id, cpu,
      any_value(time_slice) AS time_slice,
      any_value(time_slice) - sum(total_residency) AS residency
    FROM deltas
    GROUP BY ts, cpu, machine_id
  ),
  both_kinds AS (
    SELECT
      ts, machine_id, state, cpu,
      least(100.0, total_residency / time_slice * 100) AS idle_percentage, total_residency, time_slice,
      0 AS kind, track_id
    FROM deltas
    UNION ALL
    SELECT ts, machine_id, 'C0', cpu, greatest(0.0, residency / time_slice * 100), greatest(0.0, residency), time_slice, 1, 0
    FROM working
  )
SELECT ts, machine_id, state, cpu, idle_percentage, total_residency, time_slice
FROM both_kinds
ORDER BY kind, track_id, ts, cpu, machine_id;

-- Shares for all CPUs of a machine combined.
CREATE PERFETTO TABLE linux_cpu_idle_time_in_state_counters(
  ts TIMESTAMP, machine_id JOINID(machine.id), state STRING, idle_percentage DOUBLE, total_residency DOUBLE, time_slice LONG
)
AS
SELECT
  ts,
  machine_id,
  state,
  least(100.0, sum(total_residency) / sum(time_slice) * 100) AS idle_percentage,
  sum(total_residency) AS total_residency,
  CAST(sum(time_slice) AS INT) AS time_slice
FROM linux_per_cpu_idle_time_in_state_counters
GROUP BY ts, state, machine_id
ORDER BY ts, state, machine_id;
