-- Bounds of journeys and of their frames on each of the threads that produce them.
INCLUDE PERFETTO MODULE android.cujs.base;
INCLUDE PERFETTO MODULE android.surfaceflinger;
INCLUDE PERFETTO MODULE android.cujs.relevant_slices;

-- First and last vsync: the marked ones, or those of the observed frames.
CREATE PERFETTO TABLE _android_jank_cuj_vsync_boundary AS
SELECT c.cuj_id, c.upid, c.layer_id, coalesce(c.begin_vsync, min(f.vsync)) AS vsync_min, coalesce(c.end_vsync, max(f.vsync)) AS vsync_max
FROM android_jank_cuj AS c
JOIN _android_jank_cuj_do_frames AS f ON f.cuj_id = c.cuj_id
GROUP BY c.cuj_id, c.upid, c.layer_id, c.begin_vsync, c.end_vsync
ORDER BY c.cuj_id;

-- Frames on the UI thread: from their expected start, but not before the previous frame was finished.
CREATE PERFETTO TABLE _android_jank_cuj_main_thread_frame_boundary AS
WITH
  timeline AS (
    SELECT b.cuj_id, cast_int!(e.name) AS vsync, e.ts AS ts_expected, min(a.ts) AS ts_first, max(a.ts + a.dur) AS ts_last
    FROM _android_jank_cuj_vsync_boundary AS b
    JOIN expected_frame_timeline_slice AS e ON e.upid = b.upid AND cast_int!(e.name) BETWEEN b.vsync_min AND b.vsync_max
    JOIN actual_frame_timeline_slice AS a ON a.upid = e.upid AND a.name = e.name
    WHERE e.dur > 0
    GROUP BY b.cuj_id, cast_int!(e.name), e.ts
  ),
  ordered AS (
    SELECT *, coalesce(lag(ts_end) OVER (PARTITION BY cuj_id ORDER BY vsync, id), -1) AS ts_prev_do_frame_end FROM _android_jank_cuj_do_frames
  ),
  frames AS (
    SELECT
      f.*, t.ts_expected, CASE WHEN t.ts_expected IS NULL THEN f.ts ELSE greatest(f.ts_prev_do_frame_end, t.ts_expected) END AS ts_start
    FROM ordered AS f
    LEFT JOIN timeline AS t ON t.cuj_id = f.cuj_id AND t.vsync = f.vsync AND f.ts BETWEEN t.ts_first - 1000000 AND t.ts_last
  )
SELECT
  f.cuj_id,
  f.utid,
  f.vsync,
  f.ts AS ts_do_frame_start,
  f.ts_end,
  f.ts_prev_do_frame_end,
  f.ts_expected,
  f.ts_start AS ts,
  f.ts_end - f.ts_start AS dur
FROM frames AS f
ORDER BY f.cuj_id, f.vsync, f.id;

CREATE PERFETTO TABLE _android_jank_cuj_main_thread_cuj_boundary AS
SELECT cuj_id, utid, min(ts) AS ts, max(ts_end) AS ts_end, max(ts_end) - min(ts) AS dur
FROM _android_jank_cuj_main_thread_frame_boundary
GROUP BY cuj_id, utid
ORDER BY cuj_id, utid;

-- The whole journey, until its last frame is presented.
CREATE PERFETTO TABLE _android_jank_cuj_boundary AS
WITH
  shown AS (SELECT upid, cast_int!(name) AS vsync, max(ts + dur) AS ts_end FROM actual_frame_timeline_slice GROUP BY 1, 2),
  done AS (SELECT cuj_id, max(ts_end) AS ts_end FROM _android_jank_cuj_do_frames GROUP BY cuj_id)
SELECT
  b.cuj_id,
  c.upid,
  b.ts,
  coalesce(s.ts_end, greatest(d.ts_end, c.ts_end)) AS ts_end,
  coalesce(s.ts_end, greatest(d.ts_end, c.ts_end)) - b.ts AS dur
FROM _android_jank_cuj_main_thread_cuj_boundary AS b
JOIN android_jank_cuj AS c ON c.cuj_id = b.cuj_id
JOIN _android_jank_cuj_vsync_boundary AS v ON v.cuj_id = b.cuj_id
LEFT JOIN shown AS s ON s.upid = c.upid AND s.vsync = v.vsync_max
LEFT JOIN done AS d ON d.cuj_id = b.cuj_id
ORDER BY b.cuj_id, b.ts;

-- Frames on the render thread: from the time the UI thread waits for it, but not before the previous draw was finished.
CREATE PERFETTO TABLE _android_jank_cuj_render_thread_frame_boundary AS
WITH
  draws AS (
    SELECT *, coalesce(lag(ts_end) OVER (PARTITION BY cuj_id ORDER BY vsync, ts), -1) AS ts_prev FROM _android_jank_cuj_draw_frame_slice
  ),
  frames AS (
    SELECT
      d.cuj_id,
      d.utid,
      d.vsync,
      min(w.ts) AS ts_expected,
      min(d.ts) AS ts_draw_frame_start,
      min(d.ts_prev) AS ts_prev_draw_frame_end,
      least(greatest(min(w.ts), min(d.ts_prev)), min(d.ts)) AS ts,
      max(d.ts_end) AS ts_end
    FROM draws AS d
    JOIN _android_jank_cuj_do_frames AS f ON f.cuj_id = d.cuj_id AND f.vsync = d.vsync
    JOIN _slices_below!(_android_jank_cuj_do_frames, 'postAndWait') AS w ON w.owner_id = f.id
    GROUP BY d.cuj_id, d.utid, d.vsync
  )
SELECT *, ts_end - ts AS dur FROM frames ORDER BY cuj_id, utid, vsync;

CREATE PERFETTO TABLE _android_jank_cuj_render_thread_cuj_boundary AS
SELECT cuj_id, utid, min(ts) AS ts, max(ts_end) AS ts_end, max(ts_end) - min(ts) AS dur
FROM _android_jank_cuj_render_thread_frame_boundary
GROUP BY cuj_id, utid
ORDER BY cuj_id, utid;

-- Frames in SurfaceFlinger.
CREATE PERFETTO TABLE _android_jank_cuj_sf_vsync_boundary AS
SELECT cuj_id, min(vsync) AS vsync_min, max(vsync) AS vsync_max FROM _android_jank_cuj_sf_root_slice GROUP BY cuj_id ORDER BY cuj_id;

CREATE PERFETTO TABLE _android_jank_cuj_sf_main_thread_cuj_boundary AS
SELECT cuj_id, utid, min(ts) AS ts, max(ts_end) AS ts_end, max(ts_end) - min(ts) AS dur
FROM _android_jank_cuj_sf_main_thread_frame_boundary
GROUP BY cuj_id, utid
ORDER BY cuj_id, utid;

CREATE PERFETTO TABLE _android_jank_cuj_sf_render_engine_frame_boundary AS
SELECT cuj_id, utid, vsync, ts_compose_surfaces AS ts, ts AS ts_draw_layers_start, ts_end, ts_end - ts_compose_surfaces AS dur
FROM _android_jank_cuj_sf_draw_layers_slice;

CREATE PERFETTO TABLE _android_jank_cuj_sf_boundary AS
SELECT cuj_id, ts, ts_end, dur FROM _android_jank_cuj_sf_main_thread_cuj_boundary;
