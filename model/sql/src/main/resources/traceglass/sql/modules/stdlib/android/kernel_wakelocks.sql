-- Wake locks, as counted by the kernel and the power manager.
INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE android.suspend;

CREATE PERFETTO TABLE _kernel_wakelock_track AS
SELECT t.id, t.name, cast_string!(extract_arg(t.dimension_arg_set_id, 'wakelock_type')) AS type
FROM track AS t
WHERE t.type = 'android_kernel_wakelock'
ORDER BY t.id;

-- Time for which a lock was held between readings, and its share of the time in which the device was awake.
CREATE PERFETTO TABLE android_kernel_wakelocks AS
WITH
  readings AS (SELECT c.id, c.ts, c.track_id, c.value FROM counter AS c JOIN _kernel_wakelock_track AS t ON t.id = c.track_id),
  held AS (
    SELECT c.id, c.ts, c.dur, t.name, t.type, c.next_value - c.value AS held_dur
    FROM counter_leading_intervals!(readings) AS c
    JOIN _kernel_wakelock_track AS t ON t.id = c.track_id
    WHERE c.dur > 0
  ),
  power AS (SELECT row_number() OVER () AS id, ts, dur, power_state FROM android_suspend_state),
  cut AS (
    SELECT
      h.ts, h.name, h.type, h.held_dur,
      cast_int!(sum(ii.dur)) AS dur,
      cast_int!(sum(CASE WHEN p.power_state = 'awake' THEN ii.dur ELSE 0 END)) AS awake_dur
    FROM _interval_intersect!((held, power), ()) AS ii
    JOIN held AS h ON h.id = ii.id_0
    JOIN power AS p ON p.id = ii.id_1
    GROUP BY h.ts, h.name, h.type, h.held_dur
  )
SELECT
  ts, dur, awake_dur, name, type, cast_int!(held_dur) AS held_dur,
  CASE WHEN held_dur / awake_dur IS NOT NULL THEN greatest(least(held_dur / awake_dur, 1.0), 0.0) END AS held_ratio
FROM cut
ORDER BY ts, name, type, held_dur;
