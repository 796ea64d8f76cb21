-- Times in which cores were switched off, and the device was suspended.
INCLUDE PERFETTO MODULE android.suspend;
INCLUDE PERFETTO MODULE time.conversion;
INCLUDE PERFETTO MODULE wattson.device_infos;

-- A core is switched off from the time when another core runs its hotplug steps, until it runs them itself. Changes for less than 100 us
-- occur while a core is being switched.
CREATE PERFETTO TABLE _cpu_hotplug_offline AS
WITH
  steps AS (
    SELECT
      s.ts,
      extract_arg(t.dimension_arg_set_id, 'cpu') AS cpu,
      extract_arg(t.dimension_arg_set_id, 'cpu') <> extract_arg(s.arg_set_id, 'action_cpu') AS is_different_cpu
    FROM slice AS s
    JOIN track AS t ON t.id = s.track_id
    WHERE t.type = 'cpu_hotplug'
  ),
  marked AS (
    SELECT *, lag(is_different_cpu) OVER (PARTITION BY cpu ORDER BY ts) <> is_different_cpu AS is_change FROM steps
  ),
  changes AS (
    SELECT ts, lead(ts, 1, trace_end()) OVER (PARTITION BY cpu ORDER BY ts) - ts AS dur, cpu, is_different_cpu
    FROM marked
    WHERE is_change
  )
SELECT ts, dur, cpu, is_different_cpu AND dur >= time_from_us(100) AS is_different_cpu FROM changes;

-- For each core, over the whole trace.
CREATE PERFETTO TABLE _gapless_hotplug_slices AS
SELECT trace_start() AS ts, min(ts) - trace_start() AS dur, cpu, false AS offline FROM _cpu_hotplug_offline GROUP BY cpu
UNION ALL
SELECT ts, dur, cpu, is_different_cpu FROM _cpu_hotplug_offline
UNION ALL
SELECT trace_start(), trace_dur(), cpu, false FROM _dev_cpu_policy_map WHERE cpu NOT IN (SELECT cpu FROM _cpu_hotplug_offline)
ORDER BY cpu, ts;

CREATE PERFETTO TABLE _gapless_suspend_slices AS
SELECT ts, dur, power_state = 'suspended' AS suspended FROM android_suspend_state;
