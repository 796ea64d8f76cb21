-- @case pixels of a scroll add up, by the finger and on the screen
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_offsets;
SELECT 'finger' AS what, scroll_id, scroll_update_id, ts, delta_y, relative_offset_y FROM chrome_scroll_input_offsets UNION ALL SELECT 'screen', scroll_id, scroll_update_id, ts, delta_y, relative_offset_y FROM chrome_presented_scroll_offsets ORDER BY 1, ts

-- @case a frame jumps if its step is much larger than those around it
INCLUDE PERFETTO MODULE chrome.scroll_jank.predictor_error;
SELECT scroll_id, scroll_update_id, present_ts, prev_delta, delta_y, next_delta, delta_threshold, round(predictor_jank, 3) AS jank FROM chrome_predictor_error ORDER BY present_ts

-- @case results of the scroll metric have the moments with their number
INCLUDE PERFETTO MODULE chrome.scroll_jank_v4;
SELECT ts, dur, result_id, is_janky, vsyncs_since_previous_frame AS vsyncs, vsync_interval, real_first_input_generation_ts AS first_ts, real_last_input_generation_ts AS last_ts, real_abs_total_raw_delta_pixels AS pixels, synthetic_first_extrapolated_input_generation_ts AS synthetic_ts, first_event_latency_id, begin_frame_ts, presentation_ts FROM chrome_scroll_jank_v4_results ORDER BY ts

-- @case a late frame has reasons with their missed vsyncs
INCLUDE PERFETTO MODULE chrome.scroll_jank_v4;
SELECT r.result_id, w.jank_reason, w.missed_vsyncs FROM chrome_scroll_jank_v4_reasons AS w JOIN chrome_scroll_jank_v4_results AS r USING (id) ORDER BY w.missed_vsyncs DESC

-- @case pixels of a frame are only known if its first update is real
INCLUDE PERFETTO MODULE chrome.chrome_scrolls_v4;
SELECT scroll_update_latency_id, vsync_interval_dur, is_janky, is_inertial, real_abs_total_raw_delta_pixels AS abs, real_total_raw_delta_pixels AS pixels FROM chrome_scroll_frame_info_v4 ORDER BY id

-- @case a late frame with at most two pixels has slow input
INCLUDE PERFETTO MODULE chrome.scroll_jank_tagging;
SELECT i.scroll_update_latency_id, t.tagged, t.tags FROM chrome_tagged_janky_scroll_frames_v4 AS t JOIN chrome_scroll_frame_info_v4 AS i ON i.id = t.frame_id

-- @case a surface frame belongs to the first display frame with it, and responds to input
INCLUDE PERFETTO MODULE chrome.graphics_pipeline;
SELECT d.surface_frame_trace_id, d.display_trace_id, i.latency_id FROM chrome_surface_frame_id_to_first_display_id AS d JOIN chrome_graphics_pipeline_inputs_to_surface_frames AS i USING (surface_frame_trace_id) ORDER BY 1, 3

-- @case the last of equal steps of a display frame counts
INCLUDE PERFETTO MODULE chrome.graphics_pipeline;
SELECT display_trace_id, step, ts FROM chrome_graphics_pipeline_display_frame_steps ORDER BY ts

-- @case updates shown together are one frame with their pixels
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_v3;
SELECT scroll_update_id, encapsulated_scroll_ids AS ids, total_delta AS total, segregated_delta_y AS each, min_start_ts AS first, max_start_ts AS last FROM chrome_merged_frame_view WHERE presentation_timestamp = 160000000

-- @case a frame is late if it had its input in time
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_v3;
SELECT j.scroll_id, e.scroll_update_id, j.delay_since_last_frame AS delay, j.vsync_interval, j.cause_of_jank, j.sub_cause_of_jank FROM chrome_janky_frames AS j JOIN chrome_event_latencies AS e ON e.id = j.event_latency_id

-- @case late frames are counted by scroll
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_v3;
SELECT scroll_id, num_frames, num_janky_frames, scroll_jank_percentage FROM chrome_frames_per_scroll ORDER BY scroll_id
