-- Statistics per frame: delay, CPU time and UI thread time.
INCLUDE PERFETTO MODULE time.conversion;
INCLUDE PERFETTO MODULE android.frames.timeline;

-- Delay of the frame compared to its expected end.
CREATE PERFETTO TABLE android_frames_overrun AS
WITH
  actual AS (SELECT cast_int!(name) AS frame_id, arg_min(ts + dur, id) AS done FROM actual_frame_timeline_slice GROUP BY 1),
  expected AS (SELECT cast_int!(name) AS frame_id, arg_min(ts + dur, id) AS done FROM expected_frame_timeline_slice GROUP BY 1)
SELECT frame_id, a.done - e.done AS overrun
FROM actual AS a
JOIN expected AS e USING (frame_id)
ORDER BY frame_id;

-- Time in the choreographer slice.
CREATE PERFETTO TABLE android_frames_ui_time AS
SELECT f.frame_id, s.dur AS ui_time
FROM android_frames_choreographer_do_frame AS f
JOIN slice AS s USING (id)
ORDER BY f.id;

-- One row per frame, that of its first process.
CREATE PERFETTO TABLE _frames_once AS
SELECT frame_id, do_frame_id, actual_frame_timeline_id, expected_frame_timeline_id
FROM android_frames
QUALIFY row_number() OVER (PARTITION BY frame_id ORDER BY upid) = 1;

-- Delay of the frame's start compared to its expected start.
CREATE PERFETTO TABLE android_app_vsync_delay_per_frame AS
SELECT f.frame_id, act.ts - exp.ts AS app_vsync_delay
FROM _frames_once AS f
JOIN slice AS exp ON exp.id = f.expected_frame_timeline_id
JOIN slice AS act ON act.id = f.actual_frame_timeline_id
ORDER BY f.frame_id;

-- Delay, UI thread and render threads combined.
CREATE PERFETTO TABLE android_cpu_time_per_frame AS
WITH draws AS (
  SELECT frame_id, cast_int!(sum(s.dur)) AS draw_frame_dur
  FROM android_frames_draw_frame AS d
  JOIN slice AS s USING (id)
  GROUP BY frame_id
)
SELECT
  v.frame_id,
  v.app_vsync_delay,
  u.dur AS do_frame_dur,
  d.draw_frame_dur,
  v.app_vsync_delay + u.dur + d.draw_frame_dur AS cpu_time
FROM android_app_vsync_delay_per_frame AS v
JOIN draws AS d USING (frame_id)
JOIN _frames_once AS f USING (frame_id)
JOIN slice AS u ON u.id = f.do_frame_id
ORDER BY v.frame_id;

-- Without frame timeline, the UI thread's time plus 5 ms for the rest.
CREATE PERFETTO TABLE _estimated_cpu_time_per_frame AS
SELECT u.frame_id, coalesce(c.cpu_time, u.ui_time + time_from_ms(5)) AS cpu_time
FROM android_frames_ui_time AS u
LEFT JOIN android_cpu_time_per_frame AS c USING (frame_id);

-- All of these, and flags for frames that were late (jank) or took more than 20, 50 and 200 ms of CPU time.
CREATE PERFETTO TABLE android_frame_stats AS
SELECT
  o.frame_id,
  o.overrun,
  e.cpu_time,
  u.ui_time,
  CASE WHEN o.overrun > 0 THEN 1 END AS was_jank,
  CASE WHEN e.cpu_time > time_from_ms(20) THEN 1 END AS was_slow_frame,
  CASE WHEN e.cpu_time > time_from_ms(50) THEN 1 END AS was_big_jank,
  CASE WHEN e.cpu_time > time_from_ms(200) THEN 1 END AS was_huge_jank
FROM android_frames_overrun AS o
JOIN android_frames_ui_time AS u USING (frame_id)
JOIN _estimated_cpu_time_per_frame AS e USING (frame_id)
ORDER BY o.frame_id;
