-- Frequencies of cores over the whole trace.
INCLUDE PERFETTO MODULE linux.cpu.frequency;
INCLUDE PERFETTO MODULE wattson.device_infos;

-- Unknown, NULL, before the first event of a core.
CREATE PERFETTO TABLE _adjusted_cpu_freq AS
WITH
  known AS (
    SELECT f.ts, f.dur, f.freq, m.cpu, m.policy
    FROM cpu_frequency_counters AS f
    JOIN _dev_cpu_policy_map AS m ON m.cpu = f.ucpu
  ),
  starts AS (SELECT cpu, policy, min(ts) AS ts FROM known GROUP BY cpu, policy)
SELECT trace_start() AS ts, ts - trace_start() AS dur, NULL AS freq, cpu, policy FROM starts
UNION ALL
SELECT ts, dur, freq, cpu, policy FROM known
UNION ALL
SELECT trace_start(), trace_dur(), NULL, cpu, NULL FROM _dev_cpu_policy_map WHERE cpu NOT IN (SELECT cpu FROM starts)
ORDER BY cpu, ts;
