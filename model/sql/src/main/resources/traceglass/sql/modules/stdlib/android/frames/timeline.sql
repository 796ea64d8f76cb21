-- Frames of apps: from the choreographer through the render thread to the frame timeline.
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE android.frames.timeline_maxsdk28;

-- Thread slices by the prefix of their name, with the frame number after it. 0 and -1 are not frames.
CREATE PERFETTO FUNCTION _get_frame_table_with_id(glob_str STRING)
RETURNS TABLE(id LONG, frame_id LONG, utid LONG, upid LONG, ts LONG) AS
SELECT id, frame_id, utid, upid, ts
FROM (
  SELECT id, cast_int!(str_split(name, ' ', 1)) AS frame_id, utid, upid, ts
  FROM thread_slice
  WHERE name GLOB $glob_str
)
WHERE frame_id NOT IN (0, -1)
ORDER BY id;

-- Work of UI threads on a frame.
CREATE PERFETTO TABLE android_frames_choreographer_do_frame AS
SELECT id, frame_id, utid AS ui_thread_utid, upid, ts FROM _get_frame_table_with_id('Choreographer#doFrame*');

-- Work of render threads on a frame; a frame may have several.
CREATE PERFETTO TABLE android_frames_draw_frame AS
SELECT id, frame_id, utid AS render_thread_utid, upid FROM _get_frame_table_with_id('DrawFrame*');

CREATE PERFETTO TABLE _distinct_layer_actual_timeline_slice_per_process AS
SELECT cast_int!(name) AS frame_id, cast_int!(str_split(layer_name, '#', 1)) AS layer_id, layer_name, id AS slice_id, ts, dur, upid
FROM actual_frame_timeline_slice
ORDER BY id;

CREATE PERFETTO TABLE _distinct_from_expected_timeline_slice_per_process AS
SELECT cast_int!(name) AS frame_id, upid, id FROM expected_frame_timeline_slice ORDER BY id;

-- Missed vsync callbacks of SurfaceFlinger or of the app's renderer.
CREATE PERFETTO TABLE _vsync_missed_callback AS
SELECT
  cast_int!(str_split(name, 'Callback#', 1)) AS vsync,
  max(contains(name, 'SF')) AS sf_callback_missed,
  max(contains(name, 'HWUI')) AS hwui_callback_missed
FROM slice
WHERE name GLOB '*FT#Missed*Callback*'
GROUP BY 1
ORDER BY 1;

-- From the choreographer slice to the end of a draw, for frames without frame timeline. Frame numbers are vsync ids, which are common
-- to all processes.
CREATE PERFETTO TABLE _frames_drawn AS
SELECT DISTINCT f.frame_id, f.ts, d.ts + d.dur - f.ts AS dur
FROM android_frames_choreographer_do_frame AS f
JOIN android_frames_draw_frame AS r USING (frame_id, upid)
JOIN slice AS d ON d.id = r.id;

-- Frames, one row per layer.
CREATE PERFETTO TABLE android_frames_layers AS
WITH
  has_timeline AS (SELECT count(*) > 0 AS yes FROM actual_frame_timeline_slice),
  numbered AS (
    SELECT DISTINCT
      f.frame_id,
      coalesce(act.ts, drawn.ts) AS ts,
      coalesce(act.dur, drawn.dur) AS dur,
      f.id AS do_frame_id,
      d.id AS draw_frame_id,
      act.slice_id AS actual_frame_timeline_id,
      exp.id AS expected_frame_timeline_id,
      d.render_thread_utid,
      f.ui_thread_utid,
      act.layer_id,
      act.layer_name,
      exp.upid,
      process.name AS process_name
    FROM android_frames_choreographer_do_frame AS f
    JOIN android_frames_draw_frame AS d USING (frame_id, upid)
    JOIN _frames_drawn AS drawn USING (frame_id)
    JOIN process ON process.upid = f.upid
    LEFT JOIN _distinct_layer_actual_timeline_slice_per_process AS act ON act.frame_id = f.frame_id AND act.upid = f.upid
    LEFT JOIN _distinct_from_expected_timeline_slice_per_process AS exp ON exp.frame_id = f.frame_id AND exp.upid = f.upid
  ),
  frames AS (
    SELECT * FROM numbered WHERE (SELECT yes FROM has_timeline)
    UNION ALL
    SELECT
      frame_id, ts, dur, do_frame_id, draw_frame_id, NULL, NULL, render_thread_utid, ui_thread_utid, NULL, NULL, upid, process_name
    FROM _frames_maxsdk_28
    WHERE NOT (SELECT yes FROM has_timeline)
  )
SELECT
  frame_id, ts, dur, ts + dur AS ts_end, do_frame_id, draw_frame_id, actual_frame_timeline_id, expected_frame_timeline_id,
  render_thread_utid, ui_thread_utid, layer_id, layer_name, upid, process_name
FROM frames
ORDER BY frame_id, ts, dur, do_frame_id, draw_frame_id, render_thread_utid, ui_thread_utid, upid, process_name, actual_frame_timeline_id;

-- Frames, one row per frame and process.
CREATE PERFETTO TABLE android_frames AS
WITH numbered AS (SELECT *, row_number() OVER () AS nr FROM android_frames_layers)
SELECT
  frame_id,
  min(ts) AS ts,
  max(dur) AS dur,
  min(do_frame_id) AS do_frame_id,
  min(draw_frame_id) AS draw_frame_id,
  min(actual_frame_timeline_id) AS actual_frame_timeline_id,
  first(expected_frame_timeline_id ORDER BY nr) AS expected_frame_timeline_id,
  first(render_thread_utid ORDER BY nr) AS render_thread_utid,
  first(ui_thread_utid ORDER BY nr) AS ui_thread_utid,
  count(DISTINCT actual_frame_timeline_id) AS actual_frame_timeline_count,
  1 AS expected_frame_timeline_count,
  count(DISTINCT draw_frame_id) AS draw_frame_count,
  upid,
  first(process_name ORDER BY nr) AS process_name
FROM numbered
GROUP BY frame_id, upid
ORDER BY frame_id, upid;

-- First frame that starts after a timestamp.
CREATE PERFETTO FUNCTION android_first_frame_after(ts TIMESTAMP)
RETURNS TABLE(
  frame_id LONG, ts LONG, dur LONG, do_frame_id LONG, draw_frame_id LONG, actual_frame_timeline_id LONG,
  expected_frame_timeline_id LONG, render_thread_utid LONG, ui_thread_utid LONG
) AS
SELECT
  f.frame_id, f.ts, f.dur, f.do_frame_id, f.draw_frame_id, f.actual_frame_timeline_id, f.expected_frame_timeline_id,
  f.render_thread_utid, f.ui_thread_utid
FROM android_frames AS f
WHERE f.ts > $ts
ORDER BY f.ts
LIMIT 1;
