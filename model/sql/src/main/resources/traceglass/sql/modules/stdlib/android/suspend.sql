-- Suspend times of the device.
INCLUDE PERFETTO MODULE intervals.fill_gaps;

-- Awake and suspended periods of each machine. Uses the kernel's slices of the complete suspend, or those of frozen time for a machine
-- without them; a slice that overlaps the next one is damaged and ignored.
CREATE PERFETTO TABLE android_suspend_state AS
WITH
  marks AS (
    SELECT coalesce(t.machine_id, 0) AS machine_id, t.name = 'Suspend/Resume Minimal' AS is_minimal, s.ts, s.dur
    FROM track AS t
    JOIN slice AS s ON s.track_id = t.id
    WHERE t.name = 'Suspend/Resume Minimal'
      OR t.name = 'Suspend/Resume Latency' AND s.name IN ('syscore_resume(0)', 'timekeeping_freeze(0)') AND s.dur <> -1
  ),
  chosen AS (
    SELECT machine_id, ts, dur, lead(ts, 1, trace_end()) OVER (PARTITION BY machine_id ORDER BY ts) AS next_ts
    FROM (SELECT *, bool_or(is_minimal) OVER (PARTITION BY machine_id) AS has_minimal FROM marks)
    WHERE is_minimal = has_minimal
  ),
  suspended AS (
    SELECT ts, dur, machine_id, 'suspended' AS power_state FROM chosen WHERE next_ts >= ts + dur
    UNION ALL
    SELECT NULL, NULL, 0, NULL
  )
SELECT ts, dur, machine_id, coalesce(power_state, 'awake') AS power_state
FROM _intervals_fill_gaps!((machine_id), (power_state), suspended)
ORDER BY ts;

-- Part of a period in which the device was not suspended.
CREATE PERFETTO FUNCTION _extract_duration_without_suspend(ts TIMESTAMP, dur DURATION) RETURNS LONG AS
SELECT to_monotonic($ts + $dur) - to_monotonic($ts);

-- Difference between the monotonic clock, which stops during suspend, and trace time, from each reading on; also before the first one.
CREATE PERFETTO TABLE _monotonic_readings AS
SELECT
  CASE WHEN row_number() OVER (ORDER BY ts) = 1 THEN least(ts, 0) - 1000000000000000000 ELSE ts END AS ts,
  ahead
FROM (SELECT ts, max(clock_value - ts) AS ahead FROM clock_snapshot WHERE clock_name = 'MONOTONIC' GROUP BY ts);

-- Rows with an additional column for the time in which the device was not suspended. For many rows; the order is lost.
CREATE PERFETTO MACRO _add_duration_without_suspend(rows TableOrSubquery, ts ColumnName, dur ColumnName, result ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT _ads_rows.*, _ads_rows.$dur + _ads_end.ahead - _ads_start.ahead AS $result
  FROM $rows AS _ads_rows
  ASOF LEFT JOIN _monotonic_readings AS _ads_start ON _ads_rows.$ts >= _ads_start.ts
  ASOF LEFT JOIN _monotonic_readings AS _ads_end ON _ads_rows.$ts + _ads_rows.$dur >= _ads_end.ts
);
