-- Frames of journeys, and the component that was late.
INCLUDE PERFETTO MODULE android.frames.jank_type;
INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE android.cujs.base;
INCLUDE PERFETTO MODULE android.cujs.boundaries;
INCLUDE PERFETTO MODULE android.cujs.relevant_slices;
INCLUDE PERFETTO MODULE android.cujs.threads;
INCLUDE PERFETTO MODULE android.surfaceflinger;

-- Frame timeline data of a journey's frames on its layer. A frame without expected duration has that of 60 Hz.
CREATE PERFETTO TABLE _android_jank_cuj_frame_timeline AS
WITH
  actual AS (SELECT *, cast_int!(name) AS vsync FROM actual_frame_timeline_slice WHERE dur > 0)
SELECT
  b.cuj_id,
  a.vsync,
  max(CAST(android_is_app_jank_type(a.jank_type) AS INT)) AS app_missed,
  max(CAST(android_is_sf_jank_type(a.jank_type) AS INT)) AS sf_missed,
  coalesce(max(abs(a.jank_score)), 0) AS jank_score,
  coalesce(max(CAST(m.sf_callback_missed AS INT)), 0) AS sf_callback_missed,
  coalesce(max(CAST(m.hwui_callback_missed AS INT)), 0) AS hwui_callback_missed,
  min(a.on_time_finish) AS on_time_finish,
  max(a.ts + a.dur) AS ts_end_actual,
  max(a.dur) AS dur,
  coalesce(max(e.dur), 16600000) AS dur_expected,
  count(DISTINCT a.layer_name) AS number_of_layers_for_frame,
  max(a.layer_name) AS frame_layer_name
FROM _android_jank_cuj_vsync_boundary AS b
JOIN actual AS a ON a.vsync BETWEEN b.vsync_min AND b.vsync_max
LEFT JOIN expected_frame_timeline_slice AS e ON e.upid = a.upid AND e.name = a.name
LEFT JOIN _vsync_missed_callback AS m ON m.vsync = a.vsync
LEFT JOIN android_jank_cuj_layer_name AS l ON l.cuj_id = b.cuj_id
WHERE l.layer_name IS NULL OR a.layer_name = l.layer_name
GROUP BY b.cuj_id, a.vsync
ORDER BY b.cuj_id, a.vsync;

-- Frames that were drawn.
CREATE PERFETTO TABLE _android_jank_cuj_frame AS
WITH frames AS (
  SELECT
    f.cuj_id,
    row_number() OVER (PARTITION BY f.cuj_id ORDER BY f.vsync) AS frame_number,
    f.vsync,
    b.ts,
    first(b.ts_expected ORDER BY b.ts_expected) AS ts_expected,
    b.ts_do_frame_start,
    count(g.fence_idx) AS gpu_fence_count,
    CAST(count(g.fence_idx) > 0 AS INT) AS drew_anything
  FROM _android_jank_cuj_do_frames AS f
  JOIN _android_jank_cuj_main_thread_frame_boundary AS b ON b.cuj_id = f.cuj_id AND b.vsync = f.vsync
  JOIN _android_jank_cuj_draw_frame_slice AS d ON d.cuj_id = f.cuj_id AND d.vsync = f.vsync
  JOIN _android_jank_cuj_gpu_completion_fence AS g ON g.cuj_id = f.cuj_id AND g.vsync = f.vsync AND g.draw_frame_slice_id = d.id
  GROUP BY f.cuj_id, f.vsync, b.ts, b.ts_do_frame_start
)
SELECT
  f.cuj_id,
  f.frame_number,
  f.vsync,
  f.ts,
  f.ts_expected,
  f.ts_do_frame_start,
  f.gpu_fence_count,
  f.drew_anything,
  t.app_missed,
  t.sf_missed,
  t.jank_score,
  t.sf_callback_missed,
  t.hwui_callback_missed,
  t.on_time_finish,
  t.ts_end_actual - f.ts AS dur,
  t.ts_end_actual - f.ts_do_frame_start AS dur_unadjusted,
  t.dur_expected,
  t.ts_end_actual AS ts_end
FROM frames AS f
JOIN _android_jank_cuj_frame_timeline AS t USING (cuj_id, vsync)
ORDER BY f.cuj_id, f.vsync;

-- Frames of SurfaceFlinger that present them.
CREATE PERFETTO TABLE _android_jank_cuj_sf_frame AS
WITH
  shown AS (
    SELECT DISTINCT b.cuj_id, t.display_frame_token
    FROM _android_jank_cuj_vsync_boundary AS b
    JOIN actual_frame_timeline_slice AS t ON t.upid = b.upid AND cast_int!(t.name) BETWEEN b.vsync_min AND b.vsync_max
    LEFT JOIN android_jank_cuj_layer_name AS l ON l.cuj_id = b.cuj_id
    WHERE l.layer_name IS NULL OR t.layer_name = l.layer_name
  ),
  frames AS (
    SELECT DISTINCT
      b.cuj_id, b.vsync, b.ts, b.ts_main_thread_start, b.ts_end, b.dur,
      CAST(a.jank_tag = 'Self Jank' AS INT) AS sf_missed,
      CAST(NULL AS BIGINT) AS app_missed,
      a.jank_score, a.jank_tag, a.jank_type, a.prediction_type, a.present_type, a.gpu_composition,
      coalesce(e.dur, 16600000) AS dur_expected
    FROM _android_jank_cuj_sf_main_thread_frame_boundary AS b
    JOIN actual_frame_timeline_slice AS a ON cast_int!(a.name) = b.vsync
    JOIN _android_jank_cuj_sf_process AS p ON p.upid = a.upid
    JOIN shown AS s ON s.display_frame_token = cast_int!(a.name) AND s.cuj_id = b.cuj_id
    LEFT JOIN expected_frame_timeline_slice AS e ON e.upid = a.upid AND e.name = a.name
  )
SELECT *, row_number() OVER (PARTITION BY cuj_id ORDER BY vsync) AS frame_number
FROM frames
ORDER BY cuj_id, vsync;

-- One row per journey, including canceled ones: number of frames, and of those missed by the app or SurfaceFlinger.
CREATE PERFETTO TABLE android_jank_cuj_slice_summary AS
WITH counts AS (
  SELECT cuj_id, count(*) AS total_frames, cast_int!(sum(app_missed)) AS missed_app_frames, cast_int!(sum(sf_missed)) AS missed_sf_frames
  FROM _android_jank_cuj_frame_timeline
  GROUP BY cuj_id
)
SELECT
  c.cuj_id,
  c.cuj_slice_name AS name,
  c.process_name,
  st.state,
  f.total_frames,
  f.missed_app_frames,
  f.missed_sf_frames,
  l.layer_name,
  coalesce(b.ts, c.ts) AS ts,
  coalesce(b.dur, c.dur) AS dur,
  s.track_id,
  c.slice_id
FROM _jank_cujs_slices AS c
JOIN slice AS s ON s.id = c.slice_id
LEFT JOIN _cuj_states AS st ON st.cuj_id = c.cuj_id
LEFT JOIN android_jank_cuj AS j ON j.cuj_id = c.cuj_id
LEFT JOIN counts AS f ON f.cuj_id = j.cuj_id
LEFT JOIN android_jank_cuj_layer_name AS l ON l.cuj_id = c.cuj_id
LEFT JOIN _android_jank_cuj_main_thread_cuj_boundary AS b ON b.cuj_id = j.cuj_id
ORDER BY c.cuj_id;
