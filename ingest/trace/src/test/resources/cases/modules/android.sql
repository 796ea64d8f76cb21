-- @case a journey of the system's interface has its layer, vsyncs and frames
INCLUDE PERFETTO MODULE android.cujs.base;
SELECT j.cuj_name, j.process_name, j.ts, j.dur, j.state, h.name AS ui_thread, j.layer_id, j.begin_vsync, j.end_vsync, l.layer_name FROM android_jank_cuj AS j JOIN thread AS h ON h.utid = j.ui_thread LEFT JOIN android_jank_cuj_layer_name AS l USING (cuj_id)

-- @case journeys of jank and of latency are one list
INCLUDE PERFETTO MODULE android.cujs.sysui_cujs;
SELECT cuj_type, cuj_name, ts, dur, state FROM android_jank_latency_cujs ORDER BY ts

-- @case calls that block a journey are clipped to it
INCLUDE PERFETTO MODULE android.cujs.sysui_cujs;
SELECT name, ts, dur, cuj_name, process_name FROM android_cuj_blocking_calls ORDER BY ts, name

-- @case calls that block threads of the interface are known by their name
INCLUDE PERFETTO MODULE android.critical_blocking_calls;
SELECT name, ts, dur, process_name FROM _android_critical_blocking_calls ORDER BY ts, name

-- @case calls that block a journey are split by frame
INCLUDE PERFETTO MODULE android.frame_blocking_calls.blocking_calls_aggregation;
SELECT name, frame_id, ts, dur, cuj_name FROM _blocking_calls_frame_cuj ORDER BY frame_id, ts, name

-- @case the frames of a journey have bounds on each thread
INCLUDE PERFETTO MODULE android.cujs.boundaries;
SELECT 'frame' AS what, vsync, ts, dur FROM _android_jank_cuj_main_thread_frame_boundary
UNION ALL SELECT 'draw', vsync, ts, dur FROM _android_jank_cuj_render_thread_frame_boundary
UNION ALL SELECT 'journey', NULL, ts, dur FROM _android_jank_cuj_boundary
UNION ALL SELECT 'vsyncs', vsync_min, vsync_max, NULL FROM _android_jank_cuj_vsync_boundary
ORDER BY 1, 2

-- @case frames of a journey have flags for a late app or SurfaceFlinger
INCLUDE PERFETTO MODULE android.cujs.frames;
SELECT vsync, ts_end_actual, dur, app_missed, sf_missed, dur_expected, frame_layer_name FROM _android_jank_cuj_frame_timeline ORDER BY vsync

-- @case slices of a journey are those of its threads
INCLUDE PERFETTO MODULE android.cujs.slices;
SELECT name, ts, dur FROM _android_jank_cuj_main_thread_slice ORDER BY ts, name

-- @case slices that make frames are found
INCLUDE PERFETTO MODULE android.cujs.relevant_slices;
SELECT vsync, ts, ts_end FROM _android_jank_cuj_draw_frame_slice ORDER BY ts

-- @case counters of a journey are listed with it
INCLUDE PERFETTO MODULE android.cujs.cuj_frame_counters;
SELECT cuj_name, state, total_frames, missed_frames, missed_app_frames, missed_sf_frames, sf_callback_missed_frames FROM _android_jank_cuj_counter_metrics

-- @case threads of a journey are known by their name
INCLUDE PERFETTO MODULE android.cujs.threads;
INCLUDE PERFETTO MODULE android.render_thread;
SELECT 'render' AS what, name, cuj_id FROM android_jank_cuj_render_thread UNION ALL SELECT 'main', name, cuj_id FROM _android_jank_cuj_main_thread UNION ALL SELECT 'of process', p.name, NULL FROM _render_thread_per_process JOIN process AS p USING (upid) ORDER BY 1

-- @case frames lead from the choreographer to the draw and the timeline
INCLUDE PERFETTO MODULE android.frames.timeline;
SELECT f.frame_id, f.ts, f.dur, f.process_name, f.draw_frame_count, n.frame_id AS after FROM android_frames AS f, android_first_frame_after(20000000) AS n ORDER BY f.frame_id

-- @case frames have statistics: how late they were and their time on the CPU
INCLUDE PERFETTO MODULE android.frames.per_frame_metrics;
SELECT s.frame_id, s.overrun, s.cpu_time, s.ui_time, s.was_jank, s.was_slow_frame, d.app_vsync_delay FROM android_frame_stats AS s JOIN android_app_vsync_delay_per_frame AS d USING (frame_id) ORDER BY s.frame_id

-- @case a startup has its package and kind from numbered marks
INCLUDE PERFETTO MODULE android.startup.startups_minsdk33;
SELECT startup_id, ts, dur, package, startup_type FROM _startups_minsdk33

-- @case with SDK 29, a startup lasts from an intent to the end of the next launch
INCLUDE PERFETTO MODULE android.startup.startups_minsdk29;
SELECT ts, dur, package, startup_type FROM _startups_minsdk29

-- @case up to SDK 28, a startup is known from the launch alone
INCLUDE PERFETTO MODULE android.startup.startups_maxsdk28;
INCLUDE PERFETTO MODULE android.startup.startup_events;
SELECT 'startup' AS what, ts, dur, package FROM _startups_maxsdk28 UNION ALL SELECT 'event', ts, dur, package_name FROM _startup_events ORDER BY 1

-- @case a collection has its kind and what it freed
INCLUDE PERFETTO MODULE android.garbage_collection;
SELECT gc_ts, gc_dur, process_name, thread_name, gc_type, is_mark_compact, reclaimed_mb, min_heap_mb, max_heap_mb FROM android_garbage_collection_events

-- @case memory and number of bitmaps belong together
INCLUDE PERFETTO MODULE android.bitmaps;
SELECT process_name, ts, dur, bitmap_memory, bitmap_count FROM android_bitmap_counters_per_process ORDER BY ts

-- @case idle modes have names
INCLUDE PERFETTO MODULE android.battery.doze;
SELECT 'light' AS what, ts, dur, light_idle_state AS state FROM android_light_idle_state UNION ALL SELECT 'deep', ts, dur, deep_idle_state FROM android_deep_idle_state ORDER BY 1, 2

-- @case statistics of the battery have names for numbers, and what ran
INCLUDE PERFETTO MODULE android.battery_stats;
SELECT ts, dur, safe_dur, track_name, value_name, NULL AS n FROM android_battery_stats_state UNION ALL SELECT ts, dur, safe_dur, track_name, str_value, int_value FROM android_battery_stats_event_slices ORDER BY track_name, ts

-- @case a kill has its process and reason
INCLUDE PERFETTO MODULE android.memory.lmk;
SELECT ts, pid, process_name, oom_score_adj, kill_reason, kill_reason_raw FROM android_lmk_events

-- @case switching users lasts until each app that starts, and until the previous user has stopped
INCLUDE PERFETTO MODULE android.auto.multiuser;
SELECT event_start_user_id, event_start_time, event_end_time, event_end_name, duration FROM android_auto_multiuser_timing ORDER BY event_end_time

-- @case the device and its version are known by the build
INCLUDE PERFETTO MODULE android.device;
INCLUDE PERFETTO MODULE android.version;
SELECT name, _android_sdk_version() AS sdk FROM android_device_name

-- @case CPUs are little, medium or big
INCLUDE PERFETTO MODULE android.cpu.cluster_type;
SELECT cpu, cluster_type FROM android_cpu_cluster_mapping ORDER BY cpu

-- @case processes have their package
INCLUDE PERFETTO MODULE android.process_metadata;
SELECT process_name, uid, package_name, version_code, debuggable FROM android_process_metadata WHERE package_name IS NOT NULL ORDER BY process_name

-- @case numbers are removed from names of slices and threads
INCLUDE PERFETTO MODULE android.slices;
INCLUDE PERFETTO MODULE android.thread;
SELECT n AS name, android_standardize_slice_name(n) AS slice, android_standardize_thread_name(n) AS thread
FROM (SELECT unnest(['Choreographer#doFrame 20', 'monitor contention with owner x', 'Lock contention on a lock (owner tid: 5)', 'kworker/u16:3', 'pool-1-thread-22', 'binder:123_4', 'Handler: com.a.B$c', 'DrawFrames 21', 'vsync in 5ms', 'ImageDecoder#decode 0x12ab']) AS n)

-- @case the camera's frames are known by their slices
INCLUDE PERFETTO MODULE pixel.camera;
SELECT ts, dur, node, port_group, frame_number, cam_id FROM pixel_camera_frames

-- @case tracks that a standard module computes are above those of the trace
.tree Android CUJs
.data Android CUJs › Jank CUJs
.data Android CUJs › Latency CUJs
.data Android CUJs › Frames of CUJs
.data Android CUJs › Blocking calls during CUJs
.data Android App Startups

-- @case an event of a standard module has its columns
.details derived_android_jank_cujs 0
.details derived_android_startups 0

-- @case events of a range on such tracks are counted by track and name
.report area-events 0 200000000 Track, name
.report area-events 0 200000000 Name
.report area-events 0 200000000 Track
.singles area-events 0 200000000 Track

-- @case startups are compared by package
.compare startups

-- @case a start without a frame has no time to display
INCLUDE PERFETTO MODULE android.startup.time_to_display;
SELECT startup_id, time_to_initial_display AS ttid, time_to_full_display AS ttfd FROM android_startup_time_to_display
