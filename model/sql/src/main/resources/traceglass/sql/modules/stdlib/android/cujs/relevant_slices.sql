-- Slices that produce a journey's frames, in the app, on the GPU and in SurfaceFlinger.
INCLUDE PERFETTO MODULE android.cujs.base;
INCLUDE PERFETTO MODULE android.cujs.threads;
INCLUDE PERFETTO MODULE android.surfaceflinger;

-- Number after the first word of a name.
CREATE PERFETTO FUNCTION _vsync_from_name(slice_name STRING) RETURNS LONG AS
SELECT cast_int!(str_split($slice_name, ' ', 1));

-- Number of a fence in the name of a slice that creates it or waits for it.
CREATE PERFETTO FUNCTION _gpu_completion_fence_id_from_name(slice_name STRING) RETURNS LONG AS
SELECT TRY_CAST(
  regexp_extract($slice_name, '^(?:(?:Trace )?GPU completion fence|waiting for GPU completion|Trace HWC release fence|waiting for HWC release) (-?[0-9]+)', 1)
  AS BIGINT
);

-- Slices matching a name (GLOB) below others (id): owner_id and the columns of the slice.
CREATE PERFETTO MACRO _slices_below(owners TableOrSubquery, name_glob Expr) RETURNS TableOrSubquery AS
(
  SELECT o.id AS owner_id, s.*
  FROM slice AS o
  JOIN slice AS s ON s.track_id = o.track_id AND s.depth > o.depth AND s.ts >= o.ts AND s.ts + s.dur <= o.ts + o.dur
  WHERE o.id IN (SELECT id FROM $owners) AND s.name GLOB $name_glob
);

-- Choreographer slices, except those that contain another frame's slice.
CREATE PERFETTO TABLE _android_jank_cuj_do_frame_slice AS
WITH frames AS (
  SELECT s.* FROM slice AS s WHERE s.name GLOB 'Choreographer#doFrame*' AND s.name NOT GLOB '*resynced*'
)
SELECT c.cuj_id, m.upid, m.utid, s.*, s.ts + s.dur AS ts_end, _vsync_from_name(s.name) AS vsync
FROM android_jank_cuj AS c
JOIN _android_jank_cuj_main_thread AS m ON m.cuj_id = c.cuj_id
JOIN frames AS s ON s.track_id = m.track_id AND s.ts + s.dur >= c.ts AND s.ts <= c.ts_end
WHERE s.dur > 0
  AND _vsync_from_name(s.name) > 0
  AND _vsync_from_name(s.name) >= coalesce(c.begin_vsync, 0)
  AND (c.end_vsync IS NULL OR _vsync_from_name(s.name) <= c.end_vsync)
  AND s.id NOT IN (SELECT o.id FROM frames AS o JOIN frames AS i ON i.track_id = o.track_id AND i.depth > o.depth AND i.ts >= o.ts AND i.ts < o.ts + o.dur)
ORDER BY c.cuj_id, s.id;

CREATE PERFETTO TABLE _android_jank_cuj_draw_frame_slice AS
SELECT f.cuj_id, r.upid, r.utid, s.*, s.ts + s.dur AS ts_end, _vsync_from_name(s.name) AS vsync
FROM _android_jank_cuj_do_frames AS f
JOIN android_jank_cuj_render_thread AS r ON r.cuj_id = f.cuj_id
JOIN slice AS s ON s.track_id = r.track_id AND _vsync_from_name(s.name) = f.vsync
WHERE s.name GLOB 'DrawFrame*' AND s.dur > 0
ORDER BY f.cuj_id, s.id;

-- Fences awaited by a draw.
CREATE PERFETTO TABLE _android_jank_cuj_gpu_completion_fence AS
SELECT d.cuj_id, d.vsync, d.id AS draw_frame_slice_id, _gpu_completion_fence_id_from_name(s.name) AS fence_idx
FROM _android_jank_cuj_draw_frame_slice AS d
JOIN _slices_below!(_android_jank_cuj_draw_frame_slice, '*GPU completion fence*') AS s ON s.owner_id = d.id
ORDER BY d.cuj_id, d.id, s.id;

CREATE PERFETTO TABLE _android_jank_cuj_hwc_release_fence AS
SELECT d.cuj_id, d.vsync, d.id AS draw_frame_slice_id, _gpu_completion_fence_id_from_name(s.name) AS fence_idx
FROM _android_jank_cuj_draw_frame_slice AS d
JOIN _slices_below!(_android_jank_cuj_draw_frame_slice, '*HWC release fence *') AS s ON s.owner_id = d.id
ORDER BY d.cuj_id, d.id, s.id;

-- Waits for these fences on separate threads.
CREATE PERFETTO TABLE _android_jank_cuj_hwc_release_slice AS
SELECT f.cuj_id, f.vsync, s.*, s.ts + s.dur AS ts_end, f.fence_idx, f.draw_frame_slice_id
FROM _android_jank_cuj_hwc_release_thread AS t
JOIN slice AS s ON s.track_id = t.track_id
JOIN _android_jank_cuj_hwc_release_fence AS f ON f.cuj_id = t.cuj_id AND f.fence_idx = _gpu_completion_fence_id_from_name(s.name)
WHERE s.name GLOB 'waiting for HWC release *' AND s.dur > 0
ORDER BY f.cuj_id, s.id;

CREATE PERFETTO TABLE _android_jank_cuj_gpu_completion_slice AS
SELECT f.cuj_id, f.vsync, s.*, s.ts + s.dur AS ts_end, h.ts_end AS hwc_release_ts_end, f.fence_idx
FROM _android_jank_cuj_gpu_completion_thread AS t
JOIN slice AS s ON s.track_id = t.track_id
JOIN _android_jank_cuj_gpu_completion_fence AS f ON f.cuj_id = t.cuj_id AND f.fence_idx = _gpu_completion_fence_id_from_name(s.name)
LEFT JOIN _android_jank_cuj_hwc_release_slice AS h
  ON h.cuj_id = f.cuj_id AND h.vsync = f.vsync AND h.draw_frame_slice_id = f.draw_frame_slice_id
WHERE s.name GLOB 'waiting for GPU completion *' AND s.dur > 0
ORDER BY f.cuj_id, s.id;

-- SurfaceFlinger's own work on these frames.
CREATE PERFETTO TABLE _android_jank_cuj_sf_root_slice AS
SELECT * FROM _android_jank_cuj_sf_commit_slice
UNION ALL
SELECT * FROM _android_jank_cuj_sf_composite_slice
UNION ALL
SELECT * FROM _android_jank_cuj_sf_on_message_invalidate_slice;

CREATE PERFETTO TABLE _android_jank_cuj_sf_gpu_completion_fence AS
SELECT r.cuj_id, r.vsync, r.id AS sf_root_slice_id, _gpu_completion_fence_id_from_name(s.name) AS fence_idx
FROM _android_jank_cuj_sf_root_slice AS r
JOIN _slices_below!(_android_jank_cuj_sf_root_slice, '*GPU completion fence*') AS s ON s.owner_id = r.id
ORDER BY r.cuj_id, r.id, s.id;

CREATE PERFETTO TABLE _android_jank_cuj_sf_gpu_completion_slice AS
SELECT f.cuj_id, f.vsync, s.*, s.ts + s.dur AS ts_end, f.fence_idx
FROM _android_jank_cuj_sf_gpu_completion_thread AS t
JOIN slice AS s ON s.track_id = t.track_id
JOIN _android_jank_cuj_sf_gpu_completion_fence AS f ON f.fence_idx = _gpu_completion_fence_id_from_name(s.name)
WHERE s.name GLOB 'waiting for GPU completion *' AND s.dur > 0
ORDER BY f.cuj_id, s.id;

-- Drawing of the render engine while SurfaceFlinger composes.
CREATE PERFETTO TABLE _android_jank_cuj_sf_draw_layers_slice AS
WITH compositions AS (
  SELECT r.cuj_id, r.vsync, s.ts, s.ts + s.dur AS ts_end
  FROM _android_jank_cuj_sf_root_slice AS r
  JOIN _slices_below!(_android_jank_cuj_sf_root_slice, 'composeSurfaces') AS s ON s.owner_id = r.id
)
SELECT c.cuj_id, t.utid, c.vsync, s.*, s.ts + s.dur AS ts_end, c.ts AS ts_compose_surfaces
FROM _android_jank_cuj_sf_render_engine_thread AS t
JOIN slice AS s ON s.track_id = t.track_id
JOIN compositions AS c ON s.ts >= c.ts AND s.ts + s.dur <= c.ts_end
WHERE s.name = 'REThreaded::drawLayers' AND s.dur > 0
ORDER BY c.cuj_id, s.id;
