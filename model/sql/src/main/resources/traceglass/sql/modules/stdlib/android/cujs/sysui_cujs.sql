-- Journeys in the system user interface, with the calls that blocked them.
INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE android.cujs.base;
INCLUDE PERFETTO MODULE android.critical_blocking_calls;
INCLUDE PERFETTO MODULE android.render_thread;

-- Journeys from the expected start of their first frame to the end of the UI thread's work on their last frame.
CREATE PERFETTO TABLE android_sysui_jank_cujs AS
WITH bounds AS (
  SELECT f.cuj_id, min(e.ts) AS ts, max(d.ts + d.dur) AS ts_end
  FROM _android_distinct_frames_in_cuj AS f
  JOIN android_frames_choreographer_do_frame AS c ON c.id = f.do_frame_id
  LEFT JOIN expected_frame_timeline_slice AS e ON e.id = f.expected_frame_timeline_id
  LEFT JOIN slice AS d ON d.id = f.do_frame_id
  WHERE f.frame_idx = 1 OR f.frame_idx = f.frame_cnt
  GROUP BY f.cuj_id
)
SELECT
  c.cuj_id,
  c.upid,
  c.process_name,
  c.cuj_slice_name,
  _extract_cuj_name_from_slice(c.cuj_slice_name) AS cuj_name,
  c.slice_id,
  b.ts,
  b.ts_end,
  b.ts_end - b.ts AS dur,
  s.state,
  e.ui_thread,
  e.layer_id,
  e.begin_vsync,
  e.end_vsync
FROM _jank_cujs_slices AS c
JOIN _cuj_instant_events AS e USING (cuj_id)
JOIN bounds AS b USING (cuj_id)
LEFT JOIN _cuj_states AS s USING (cuj_id)
WHERE s.state <> 'canceled' OR s.state IS NULL AND c.dur > 4000000
ORDER BY b.ts, c.cuj_id;

-- Journeys of which only the latency counts: slices `L<NAME>`. Their outcome is marked on a track of that name.
CREATE PERFETTO TABLE android_sysui_latency_cujs AS
WITH
  cujs AS (
    SELECT s.id, s.ts, s.dur, s.name, p.upid, p.name AS process_name
    FROM slice AS s
    JOIN process_track AS t ON t.id = s.track_id
    JOIN process AS p USING (upid)
    WHERE s.name GLOB 'L<*>' AND s.dur > 0
  ),
  ended AS (
    SELECT c.id, bool_or(m.name = 'cancel') AS is_canceled
    FROM cujs AS c
    JOIN track AS t ON t.name = c.name
    JOIN slice AS m ON m.track_id = t.id AND m.dur = 0 AND m.ts BETWEEN c.ts AND c.ts + c.dur
    WHERE m.name IN ('cancel', 'timeout')
    GROUP BY c.id
  )
SELECT
  row_number() OVER (ORDER BY c.ts, c.id) AS cuj_id,
  c.upid,
  c.process_name,
  c.name AS cuj_slice_name,
  _extract_cuj_name_from_slice(c.name) AS cuj_name,
  c.id AS slice_id,
  c.ts,
  c.ts + c.dur AS ts_end,
  c.dur,
  CASE WHEN e.is_canceled THEN 'canceled' WHEN e.id IS NOT NULL THEN 'timeout' ELSE 'completed' END AS state
FROM cujs AS c
LEFT JOIN ended AS e ON e.id = c.id
ORDER BY cuj_id;

-- Both kinds with separate ids. For latency journeys, the main thread of the process serves as UI thread.
CREATE PERFETTO TABLE android_jank_latency_cujs AS
WITH every AS (
  SELECT *, 'jank' AS cuj_type FROM android_sysui_jank_cujs
  UNION ALL
  SELECT *, upid AS ui_thread, NULL AS layer_id, NULL AS begin_vsync, NULL AS end_vsync, 'latency' AS cuj_type FROM android_sysui_latency_cujs
)
SELECT
  row_number() OVER (ORDER BY cuj_type, cuj_id) AS cuj_id,
  row_number() OVER (ORDER BY cuj_type, cuj_id) AS id,
  upid, process_name, cuj_slice_name, cuj_name, slice_id, ts, ts_end, dur, state, ui_thread, layer_id, begin_vsync, end_vsync, cuj_type
FROM every
ORDER BY id;

-- Calls that blocked a journey's UI or render thread, clipped to the journey.
CREATE PERFETTO TABLE android_cuj_blocking_calls AS
SELECT
  s.id AS slice_id,
  s.name,
  greatest(s.ts, c.ts) AS ts,
  least(s.ts_end, c.ts_end) - greatest(s.ts, c.ts) AS dur,
  least(s.ts_end, c.ts_end) AS ts_end,
  c.cuj_id,
  c.cuj_name,
  s.process_name,
  s.upid,
  s.utid
FROM _android_critical_blocking_calls AS s
JOIN android_jank_latency_cujs AS c ON c.upid = s.upid AND s.ts_end > c.ts AND s.ts < c.ts_end
LEFT JOIN _render_thread_per_process AS r ON r.upid = c.upid
WHERE s.utid = c.ui_thread OR s.utid = r.render_thread_utid
ORDER BY c.cuj_id, s.ts, s.id;
