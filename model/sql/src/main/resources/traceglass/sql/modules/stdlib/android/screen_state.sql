-- State of the screen.
INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE intervals.fill_gaps;

-- Names of display states, by Android's number.
CREATE PERFETTO TABLE _android_screen_state_names AS
SELECT *
FROM (
  VALUES
    (1, 'off', 'off', 'Screen off'),
    (2, 'on', 'on', 'Screen on'),
    (3, 'doze', 'doze', 'Always-on display (doze)'),
    (4, 'doze', 'doze-suspend', 'Always-on display (doze-suspend)'),
    (5, 'on', 'on-vr', 'Screen on (VR)'),
    (6, 'on', 'on-suspend', 'Screen on (suspend)')
) AS names(number, simple_screen_state, short_screen_state, screen_state);

-- States from the start to the end of the trace; unknown where there is no data.
CREATE PERFETTO TABLE android_screen_state AS
WITH
  states AS (
    SELECT c.id, c.ts, 0 AS track_id, c.value
    FROM counter AS c
    JOIN counter_track AS t ON t.id = c.track_id
    WHERE t.name = 'ScreenState'
  ),
  numbered AS (SELECT ts, dur, cast_int!(value) AS number FROM counter_leading_intervals!(states) WHERE dur > 0)
SELECT
  row_number() OVER (ORDER BY f.ts) AS id,
  f.ts,
  f.dur,
  coalesce(n.simple_screen_state, 'unknown') AS simple_screen_state,
  coalesce(n.short_screen_state, 'unknown') AS short_screen_state,
  coalesce(n.screen_state, 'Unknown') AS screen_state
FROM _intervals_fill_gaps!((NULL), (number), numbered) AS f
LEFT JOIN _android_screen_state_names AS n ON n.number = f.number
ORDER BY f.ts;
