-- @case a frame of an app leads to that of SurfaceFlinger
INCLUDE PERFETTO MODULE android.surfaceflinger;
SELECT a.name AS app, m.app_vsync, s.name AS sf, m.sf_vsync, c.cuj_id FROM android_app_to_sf_frame_timeline_match AS m JOIN process AS a ON a.upid = m.app_upid JOIN process AS s ON s.upid = m.sf_upid LEFT JOIN _android_jank_cuj_app_sf_frame_timeline_match AS c USING (app_upid, app_vsync)

-- @case SurfaceFlinger works from the commit to the composition of a frame of a journey
INCLUDE PERFETTO MODULE android.surfaceflinger;
SELECT vsync, ts, ts_main_thread_start, ts_end, dur FROM _android_jank_cuj_sf_main_thread_frame_boundary

-- @case SurfaceFlinger reports the work of a frame
INCLUDE PERFETTO MODULE android.surfaceflinger;
SELECT ts, source, output_name, sf_vsync, sf_cpu_commit_nanos AS commit_ns, sf_cpu_composite_nanos AS composite_ns, hwc_present_nanos AS present_ns, skia_flush_nanos AS flush_ns, gpu_composited_layers AS gpu, dpu_composited_layers AS dpu FROM android_surfaceflinger_workloads

-- @case draws without a number belong to the frame before them
INCLUDE PERFETTO MODULE android.frames.timeline_maxsdk28;
SELECT f.frame_id, f.ts, f.dur, d.ts AS draw_ts, f.process_name, f.sdk FROM _frames_maxsdk_28 AS f JOIN slice AS d ON d.id = f.draw_frame_id WHERE f.process_name = 'com.old' ORDER BY f.frame_id

-- @case a frequency lasts until the next one
INCLUDE PERFETTO MODULE linux.cpu.frequency;
SELECT ts, dur, freq, cpu FROM cpu_frequency_counters ORDER BY ts
