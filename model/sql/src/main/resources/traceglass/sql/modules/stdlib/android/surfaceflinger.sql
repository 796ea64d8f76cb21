-- Work of SurfaceFlinger for frames.
INCLUDE PERFETTO MODULE android.cujs.base;

CREATE PERFETTO TABLE _android_sf_process AS
SELECT * FROM process WHERE name = '/system/bin/surfaceflinger' ORDER BY upid LIMIT 1;

CREATE PERFETTO TABLE _android_sf_main_thread AS
SELECT t.upid, t.utid, t.name, tt.id AS track_id
FROM thread AS t
JOIN _android_sf_process AS p USING (upid)
JOIN thread_track AS tt USING (utid)
WHERE t.is_main_thread = 1
ORDER BY t.utid;

-- Threads of SurfaceFlinger with a name.
CREATE PERFETTO FUNCTION _android_sf_thread(thread_name STRING) RETURNS TABLE(upid LONG, utid LONG, name STRING, track_id LONG) AS
SELECT t.upid, t.utid, t.name, tt.id AS track_id
FROM thread AS t
JOIN _android_sf_process AS p ON p.upid = t.upid
JOIN thread_track AS tt ON tt.utid = t.utid
WHERE t.name = $thread_name
ORDER BY t.utid;

-- Frames of SurfaceFlinger that present the frames of an app, by vsync.
CREATE PERFETTO TABLE android_app_to_sf_frame_timeline_match AS
SELECT DISTINCT a.upid AS app_upid, cast_int!(a.name) AS app_vsync, p.upid AS sf_upid, cast_int!(s.name) AS sf_vsync
FROM actual_frame_timeline_slice AS a
JOIN flow AS f ON f.slice_out = a.id
JOIN actual_frame_timeline_slice AS s ON s.id = f.slice_in
JOIN _android_sf_process AS p ON p.upid = s.upid
ORDER BY app_upid, app_vsync, sf_upid, sf_vsync;

CREATE PERFETTO TABLE _android_jank_cuj_app_sf_frame_timeline_match AS
SELECT f.cuj_id, f.upid AS app_upid, m.app_vsync, m.sf_upid, m.sf_vsync
FROM _android_jank_cuj_do_frames AS f
JOIN android_app_to_sf_frame_timeline_match AS m ON m.app_vsync = f.vsync AND m.app_upid = f.upid;

-- Slices `WORK VSYNC …` on SurfaceFlinger's main thread for frames of user journeys.
CREATE PERFETTO FUNCTION _find_android_jank_cuj_sf_main_thread_slice(slice_name_glob STRING)
RETURNS TABLE(cuj_id LONG, utid LONG, vsync LONG, id LONG, name STRING, ts LONG, dur LONG, ts_end LONG) AS
WITH vsyncs AS (SELECT DISTINCT cuj_id, sf_vsync AS vsync FROM _android_jank_cuj_app_sf_frame_timeline_match)
SELECT v.cuj_id, m.utid, v.vsync, s.id, s.name, s.ts, s.dur, s.ts + s.dur AS ts_end
FROM slice AS s
JOIN _android_sf_main_thread AS m ON m.track_id = s.track_id
JOIN vsyncs AS v ON v.vsync = cast_int!(str_split(s.name, ' ', 1))
WHERE s.name GLOB $slice_name_glob AND s.dur > 0
ORDER BY v.cuj_id, v.vsync, s.id;

CREATE PERFETTO TABLE _android_jank_cuj_sf_commit_slice AS
SELECT * FROM _find_android_jank_cuj_sf_main_thread_slice('commit *');

CREATE PERFETTO TABLE _android_jank_cuj_sf_composite_slice AS
SELECT * FROM _find_android_jank_cuj_sf_main_thread_slice('composite *');

CREATE PERFETTO TABLE _android_jank_cuj_sf_on_message_invalidate_slice AS
SELECT * FROM _find_android_jank_cuj_sf_main_thread_slice('onMessageInvalidate *');

-- Work of SurfaceFlinger on a frame, from its expected start.
CREATE PERFETTO TABLE _android_jank_cuj_sf_main_thread_frame_boundary AS
WITH work AS (
  SELECT a.cuj_id, a.utid, a.vsync, a.ts, b.ts_end
  FROM _android_jank_cuj_sf_commit_slice AS a
  JOIN _android_jank_cuj_sf_composite_slice AS b USING (cuj_id, vsync)
  UNION ALL
  SELECT cuj_id, utid, vsync, ts, ts_end FROM _android_jank_cuj_sf_on_message_invalidate_slice
)
SELECT w.cuj_id, w.utid, w.vsync, e.ts, w.ts AS ts_main_thread_start, w.ts_end, w.ts_end - e.ts AS dur
FROM expected_frame_timeline_slice AS e
JOIN _android_sf_process AS p ON p.upid = e.upid
JOIN work AS w ON w.vsync = cast_int!(e.name)
ORDER BY e.id, w.cuj_id;

CREATE PERFETTO MACRO _sf_workload_number(field Expr) RETURNS Expr AS
max(a.int_value) FILTER (a.key = 'surfaceflinger_workload.' || $field);

-- Duration of a frame as reported by SurfaceFlinger.
CREATE PERFETTO TABLE android_surfaceflinger_workloads AS
SELECT
  s.ts,
  max(a.display_value) FILTER (a.key = 'surfaceflinger_workload.source') AS source,
  max(a.display_value) FILTER (a.key = 'surfaceflinger_workload.output_name') AS output_name,
  _sf_workload_number!('vsync_id') AS sf_vsync,
  _sf_workload_number!('summary.timings.sf_cpu.frame_signal_nanos') AS sf_cpu_frame_signal_nanos,
  _sf_workload_number!('summary.timings.sf_cpu.commit_nanos') AS sf_cpu_commit_nanos,
  _sf_workload_number!('summary.timings.sf_cpu.composite_nanos') AS sf_cpu_composite_nanos,
  _sf_workload_number!('summary.timings.hwc.present_nanos') AS hwc_present_nanos,
  _sf_workload_number!('summary.timings.hwc.validate_nanos') AS hwc_validate_nanos,
  _sf_workload_number!('summary.timings.hwc.present_or_validate_nanos') AS hwc_present_or_validate_nanos,
  _sf_workload_number!('summary.timings.re.draw_layers_nanos') AS re_draw_layers_nanos,
  _sf_workload_number!('summary.timings.re.gpu_completion_nanos') AS re_gpu_completion_nanos,
  _sf_workload_number!('summary.timings.skia.flush_nanos') AS skia_flush_nanos,
  _sf_workload_number!('summary.timings.skia.submit_nanos') AS skia_submit_nanos,
  _sf_workload_number!('summary.stats.gpu_composited_layers') AS gpu_composited_layers,
  _sf_workload_number!('summary.stats.dpu_composited_layers') AS dpu_composited_layers
FROM slice AS s
LEFT JOIN args AS a ON a.arg_set_id = s.arg_set_id
WHERE s.category = 'rendering' AND s.name = 'WorkloadSummary'
GROUP BY s.id, s.ts
ORDER BY s.id;
