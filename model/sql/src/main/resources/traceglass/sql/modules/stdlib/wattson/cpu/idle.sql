-- Idle states of cores over the whole trace: -1 is active, NULL unknown.
INCLUDE PERFETTO MODULE wattson.device_infos;

-- A row if the kernel traced idle states.
CREATE PERFETTO VIEW _wattson_cpuidle_counters_exist AS
SELECT id FROM cpu_counter_track WHERE name = 'cpuidle' LIMIT 1;

-- Changes of the idle state of each core as the kernel numbers them, 4294967295 is active. Without that counter, a core is in deep idle
-- while the scheduler runs its idle thread.
CREATE PERFETTO TABLE _unified_idle_state AS
WITH
  traced AS (
    SELECT c.ts, t.cpu, cast_int!(c.value) AS idle, t.id AS track_id, c.id
    FROM counter AS c
    JOIN cpu_counter_track AS t ON t.id = c.track_id
    WHERE t.name = 'cpuidle'
  ),
  swapper AS (
    SELECT s.ts, s.dur, s.cpu
    FROM sched AS s
    JOIN thread AS t ON t.utid = s.utid
    WHERE t.is_idle AND s.dur <> 0 AND NOT EXISTS (SELECT 1 FROM _wattson_cpuidle_counters_exist)
  ),
  -- Two adjacent runs of the idle thread are one.
  borders AS (
    SELECT ts, cpu, min(idle) AS idle
    FROM (
      SELECT ts, cpu, (SELECT idle FROM _deepest_idle) AS idle FROM swapper
      UNION ALL
      SELECT ts + dur, cpu, 4294967295 FROM swapper WHERE dur > 0
    )
    GROUP BY ts, cpu
  ),
  changes AS (
    SELECT ts, cpu, idle, lag(idle, 1, idle) OVER (PARTITION BY cpu ORDER BY ts) <> idle AS is_change FROM borders
  ),
  states AS (
    SELECT ts, cpu, idle, track_id, id FROM traced
    UNION ALL
    SELECT ts, cpu, idle, cpu, ts FROM changes WHERE is_change
  )
SELECT
  ts,
  lag(ts, 1, trace_start()) OVER by_time AS prev_ts,
  idle,
  lag(idle) OVER by_time AS idle_prev,
  cpu
FROM states
WINDOW by_time AS (PARTITION BY track_id ORDER BY ts, id);

-- The states with the time that cores need to leave deep idle, which counts as active.
CREATE PERFETTO TABLE _adjusted_deep_idle AS
WITH
  shifted AS (
    SELECT
      CASE WHEN u.idle_prev = 1 AND u.idle = 4294967295 THEN max(u.ts - c.offset_ns, u.prev_ts) ELSE u.ts END AS ts,
      u.cpu,
      CASE
        WHEN u.idle = 4294967295 THEN -1
        WHEN EXISTS (SELECT 1 FROM _wattson_merged_idle_states) THEN min(u.idle, 1)
        ELSE u.idle
      END AS idle
    FROM _unified_idle_state AS u
    JOIN _wattson_cores AS c ON c.cpu = u.cpu
    JOIN _wattson_device AS d ON d.name = c.device
  ),
  states AS (
    SELECT ts, lead(ts, 1, trace_end()) OVER (PARTITION BY cpu ORDER BY ts) - ts AS dur, cpu, idle FROM shifted
  ),
  starts AS (SELECT cpu, min(ts) AS ts FROM states GROUP BY cpu)
SELECT trace_start() AS ts, ts - trace_start() AS dur, cpu, NULL AS idle FROM starts WHERE ts > trace_start()
UNION ALL
SELECT ts, dur, cpu, idle FROM states WHERE dur > 0
UNION ALL
SELECT trace_start(), trace_dur(), cpu, NULL FROM _dev_cpu_policy_map WHERE cpu NOT IN (SELECT cpu FROM starts)
ORDER BY cpu, ts;
