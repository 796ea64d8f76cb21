-- Calls that blocked the frames of journeys.
INCLUDE PERFETTO MODULE android.critical_blocking_calls;
INCLUDE PERFETTO MODULE android.cujs.base;

-- Frames of journeys until the next one starts: at its choreographer slice or its timestamp, whichever is first.
CREATE PERFETTO TABLE _extended_frame_boundary AS
WITH
  frames AS (SELECT *, lead(frame_ts) OVER (PARTITION BY cuj_id ORDER BY frame_id) AS next_frame_ts FROM _android_distinct_frames_in_cuj),
  starts AS (SELECT DISTINCT utid, ts FROM _android_jank_cuj_do_frames)
SELECT
  f.frame_ts AS ts, f.ui_thread_utid, f.render_thread_utid, f.frame_id, f.layer_id, f.cuj_id, f.cuj_name,
  coalesce(CASE WHEN d.ts <= f.next_frame_ts THEN d.ts END, f.next_frame_ts, f.ts_end) AS ts_end
FROM frames AS f
ASOF LEFT JOIN starts AS d ON d.utid = f.ui_thread_utid AND d.ts >= f.ts_end
ORDER BY f.frame_id, f.cuj_id;

-- Calls on a frame's UI or render thread that start or end within it.
CREATE PERFETTO TABLE _blocking_calls_frame_cuj AS
WITH threads AS (
  SELECT *, ui_thread_utid AS utid FROM _extended_frame_boundary
  UNION ALL
  SELECT *, render_thread_utid FROM _extended_frame_boundary WHERE render_thread_utid <> ui_thread_utid
)
SELECT
  least(c.dur, f.ts_end - c.ts, c.ts_end - f.ts) AS dur,
  greatest(f.ts, c.ts) AS ts,
  c.upid, c.name, c.process_name, c.utid, f.frame_id, f.layer_id, f.cuj_id, f.cuj_name
FROM _android_critical_blocking_calls AS c
JOIN threads AS f ON f.utid = c.utid
WHERE c.ts BETWEEN f.ts AND f.ts_end OR c.ts_end BETWEEN f.ts AND f.ts_end;
