-- @case an update is that of the touch in which it was made
INCLUDE PERFETTO MODULE chrome.input;
SELECT i.latency_id, i.input_type, t.touch_move_latency_id AS touch FROM chrome_inputs AS i LEFT JOIN chrome_touch_move_to_scroll_update AS t ON t.scroll_update_latency_id = i.latency_id ORDER BY i.latency_id

-- @case an update has its surface frame, which may have no display frame
INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
SELECT scroll_update_latency_id, touch_move_latency_id, surface_frame_id, display_trace_id FROM chrome_scroll_update_refs ORDER BY 1

-- @case the stages of an update follow each other to the screen
INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
SELECT generation_to_browser_main_dur AS to_browser, touch_move_processing_dur AS touch, scroll_update_processing_dur AS scroll_update, browser_to_compositor_delay_dur AS to_compositor, compositor_dispatch_dur AS dispatch, compositor_dispatch_to_on_begin_frame_delay_dur AS to_begin, compositor_on_begin_frame_dur AS begin_frame, compositor_on_begin_frame_to_generation_delay_dur AS to_generation, compositor_generate_frame_to_submit_frame_dur AS generate, compositor_submit_frame_dur AS submit FROM chrome_scroll_update_info ORDER BY id

-- @case the stages of a frame follow each other to the screen
INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
SELECT compositor_to_viz_delay_dur AS to_viz, viz_receive_compositor_frame_dur AS receive, viz_wait_for_draw_dur AS wait, viz_draw_and_swap_dur AS draw, viz_to_gpu_delay_dur AS to_gpu, viz_swap_buffers_dur AS swap, viz_swap_buffers_to_latch_dur AS to_latch, buffer_available_to_ready_dur AS ready, viz_latch_to_presentation_dur AS to_presentation, presentation_timestamp FROM chrome_scroll_update_info WHERE frame_display_id = 61

-- @case a late frame is tagged with its long stages and the frame that was not produced
INCLUDE PERFETTO MODULE chrome.scroll_jank_tagging;
SELECT frame_id, tagged, tags FROM chrome_tagged_janky_scroll_frames

-- @case threads to examine are those of the stage's process that worked meanwhile
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_cause_map;
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_cause_utils;
INCLUDE PERFETTO MODULE chrome.event_latency;
SELECT DISTINCT d.cause_process, d.cause_thread, h.tid FROM chrome_event_latencies AS e CROSS JOIN chrome_scroll_jank_cause_descriptions AS d, chrome_select_scroll_jank_cause_thread(e.id, d.cause_process, d.cause_thread) AS t JOIN thread AS h ON h.utid = t.utid WHERE e.scroll_update_id = 104 ORDER BY h.tid

-- @case a frame is late by half a frame more than its neighbor in the gesture
INCLUDE PERFETTO MODULE chrome.scroll_jank.utils;
SELECT _is_janky_frame(1, 1, 5, 0, 10, 2.0, 1.0) AS late, _is_janky_frame(1, 1, 5, 0, 10, 1.5, 1.0) AS just_not, _is_janky_frame(1, 2, 5, 0, 10, 2.0, 1.0) AS other_gesture, _is_janky_frame(1, 1, 11, 0, 10, 2.0, 1.0) AS outside, round(_jank_budget(2.0, 1.0, 1.5), 3) AS budget
