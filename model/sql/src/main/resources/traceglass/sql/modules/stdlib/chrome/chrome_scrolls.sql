-- Scrolls, from the input to the frames on the screen.
INCLUDE PERFETTO MODULE chrome.event_latency;
INCLUDE PERFETTO MODULE chrome.graphics_pipeline;
INCLUDE PERFETTO MODULE chrome.input;
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_offsets;

-- Relations of a scroll update: its touch, the update whose frame it was merged into, and the numbers of that frame.
CREATE PERFETTO TABLE chrome_scroll_update_refs(
  scroll_update_latency_id LONG, touch_move_latency_id LONG, presentation_latency_id LONG, surface_frame_id LONG, display_trace_id LONG
)
AS
SELECT
  u.latency_id AS scroll_update_latency_id,
  t.touch_move_latency_id,
  coalesce(c.presented_latency_id, u.latency_id) AS presentation_latency_id,
  f.surface_frame_trace_id AS surface_frame_id,
  d.display_trace_id
FROM chrome_inputs AS u
LEFT JOIN chrome_graphics_pipeline_inputs_to_surface_frames AS f ON f.latency_id = u.latency_id
LEFT JOIN chrome_surface_frame_id_to_first_display_id AS d ON d.surface_frame_trace_id = f.surface_frame_trace_id
LEFT JOIN chrome_touch_move_to_scroll_update AS t ON t.scroll_update_latency_id = u.latency_id
LEFT JOIN chrome_coalesced_inputs AS c ON c.coalesced_latency_id = u.latency_id
WHERE u.input_type = 'GESTURE_SCROLL_UPDATE_EVENT'
ORDER BY u.latency_id;

-- One step of inputs. Its task started at task_ts.
CREATE PERFETTO MACRO _chrome_scroll_input_step(step_name Expr, type_name Expr)
RETURNS TableOrSubquery AS
(
  SELECT latency_id, slice_id, ts, ts + dur AS end_ts, utid, coalesce(task_start_time_ts, ts) AS task_ts
  FROM chrome_input_pipeline_steps
  WHERE step = $step_name AND input_type = $type_name
);

CREATE PERFETTO MACRO _chrome_scroll_surface_step(step_name Expr)
RETURNS TableOrSubquery AS
(
  SELECT surface_frame_trace_id, id, ts, ts + dur AS end_ts, utid, coalesce(task_start_time_ts, ts) AS task_ts
  FROM chrome_graphics_pipeline_surface_frame_steps
  WHERE step = $step_name
);

CREATE PERFETTO MACRO _chrome_scroll_display_step(step_name Expr)
RETURNS TableOrSubquery AS
(
  SELECT display_trace_id, id, ts, ts + dur AS end_ts, utid, coalesce(task_start_time_ts, ts) AS task_ts
  FROM chrome_graphics_pipeline_display_frame_steps
  WHERE step = $step_name
);

-- Each update until it reaches its compositor.
CREATE PERFETTO TABLE chrome_scroll_update_input_pipeline(
  id LONG, scroll_id LONG, presented_in_frame_id LONG, is_presented BOOL, is_janky BOOL, is_inertial BOOL,
  is_first_scroll_update_in_scroll BOOL, is_first_scroll_update_in_frame BOOL, generation_ts TIMESTAMP,
  input_reader_processing_end_ts TIMESTAMP, input_dispatcher_processing_end_ts TIMESTAMP, generation_to_browser_main_dur DURATION,
  browser_utid LONG, touch_move_received_slice_id LONG, touch_move_received_ts TIMESTAMP, touch_move_processing_dur DURATION,
  scroll_update_created_slice_id LONG, scroll_update_created_ts TIMESTAMP, scroll_update_processing_dur DURATION,
  scroll_update_created_end_ts TIMESTAMP, browser_to_compositor_delay_dur DURATION, compositor_utid LONG,
  compositor_dispatch_slice_id LONG, compositor_dispatch_ts TIMESTAMP, compositor_dispatch_dur DURATION,
  compositor_dispatch_end_ts TIMESTAMP, compositor_dispatch_to_coalesced_input_handled_dur DURATION,
  compositor_coalesced_input_handled_slice_id LONG, compositor_coalesced_input_handled_ts TIMESTAMP,
  compositor_coalesced_input_handled_dur DURATION, compositor_coalesced_input_handled_end_ts TIMESTAMP
)
AS
WITH times AS (
  SELECT
    r.scroll_update_latency_id AS id,
    l.scroll_id,
    r.presentation_latency_id AS presented_in_frame_id,
    l.is_presented,
    l.is_janky,
    l.event_type = 'INERTIAL_GESTURE_SCROLL_UPDATE' AS is_inertial,
    l.event_type = 'FIRST_GESTURE_SCROLL_UPDATE' AS is_first_scroll_update_in_scroll,
    row_number() OVER (PARTITION BY r.presentation_latency_id ORDER BY l.ts, r.scroll_update_latency_id) = 1 AS is_first_scroll_update_in_frame,
    l.ts AS generation_ts,
    a.input_reader_processing_end_ts,
    a.input_dispatcher_processing_end_ts,
    -- A fling has no touches; the browser generates its updates.
    max(CASE WHEN l.event_type = 'INERTIAL_GESTURE_SCROLL_UPDATE' AND t.ts IS NULL THEN u.ts ELSE t.ts END, l.ts) AS browser_main_received_ts,
    u.utid AS browser_utid,
    t.slice_id AS touch_move_received_slice_id,
    t.ts AS touch_move_received_ts,
    u.slice_id AS scroll_update_created_slice_id,
    u.ts AS scroll_update_created_ts,
    u.end_ts AS scroll_update_created_end_ts,
    d.utid AS compositor_utid,
    d.slice_id AS compositor_dispatch_slice_id,
    d.task_ts AS compositor_dispatch_ts,
    d.end_ts AS compositor_dispatch_end_ts,
    h.slice_id AS compositor_coalesced_input_handled_slice_id,
    h.ts AS compositor_coalesced_input_handled_ts,
    h.end_ts AS compositor_coalesced_input_handled_end_ts
  FROM chrome_scroll_update_refs AS r
  LEFT JOIN chrome_gesture_scroll_updates AS l ON l.scroll_update_id = r.scroll_update_latency_id
  LEFT JOIN chrome_dispatch_android_input_event_to_touch_move AS e ON e.touch_move_latency_id = r.touch_move_latency_id
  LEFT JOIN chrome_android_input AS a ON a.android_input_id = e.android_input_id
  LEFT JOIN _chrome_scroll_input_step!('STEP_SEND_INPUT_EVENT_UI', 'TOUCH_MOVE_EVENT') AS t ON t.latency_id = r.touch_move_latency_id
  LEFT JOIN _chrome_scroll_input_step!('STEP_SEND_INPUT_EVENT_UI', 'GESTURE_SCROLL_UPDATE_EVENT') AS u ON u.latency_id = r.scroll_update_latency_id
  LEFT JOIN _chrome_scroll_input_step!('STEP_HANDLE_INPUT_EVENT_IMPL', 'GESTURE_SCROLL_UPDATE_EVENT') AS d ON d.latency_id = r.scroll_update_latency_id
  LEFT JOIN _chrome_scroll_input_step!('STEP_DID_HANDLE_INPUT_AND_OVERSCROLL', 'GESTURE_SCROLL_UPDATE_EVENT') AS h
    ON h.latency_id = r.scroll_update_latency_id
)
SELECT
  id, scroll_id, presented_in_frame_id, is_presented, is_janky, is_inertial, is_first_scroll_update_in_scroll,
  is_first_scroll_update_in_frame, generation_ts, input_reader_processing_end_ts, input_dispatcher_processing_end_ts,
  browser_main_received_ts - generation_ts AS generation_to_browser_main_dur, browser_utid, touch_move_received_slice_id,
  touch_move_received_ts, scroll_update_created_ts - max(touch_move_received_ts, generation_ts) AS touch_move_processing_dur,
  scroll_update_created_slice_id, scroll_update_created_ts,
  scroll_update_created_end_ts - scroll_update_created_ts AS scroll_update_processing_dur, scroll_update_created_end_ts,
  max(compositor_dispatch_ts, scroll_update_created_end_ts) - scroll_update_created_end_ts AS browser_to_compositor_delay_dur,
  compositor_utid, compositor_dispatch_slice_id, compositor_dispatch_ts,
  compositor_dispatch_end_ts - compositor_dispatch_ts AS compositor_dispatch_dur, compositor_dispatch_end_ts,
  compositor_coalesced_input_handled_ts - compositor_dispatch_end_ts AS compositor_dispatch_to_coalesced_input_handled_dur,
  compositor_coalesced_input_handled_slice_id, compositor_coalesced_input_handled_ts,
  compositor_coalesced_input_handled_end_ts - compositor_coalesced_input_handled_ts AS compositor_coalesced_input_handled_dur,
  compositor_coalesced_input_handled_end_ts
FROM times
ORDER BY id;

-- Each frame that responds to an update, from the renderer's compositor to the screen.
CREATE PERFETTO TABLE chrome_scroll_update_frame_pipeline(
  id LONG, display_trace_id LONG, vsync_interval_ms DOUBLE, compositor_resample_slice_id LONG, compositor_resample_ts TIMESTAMP,
  compositor_receive_begin_frame_ts TIMESTAMP, compositor_generate_compositor_frame_slice_id LONG,
  compositor_generate_compositor_frame_ts TIMESTAMP, compositor_generate_frame_to_submit_frame_dur DURATION,
  compositor_submit_compositor_frame_slice_id LONG, compositor_submit_compositor_frame_ts TIMESTAMP, compositor_submit_frame_dur DURATION,
  compositor_submit_compositor_frame_end_ts TIMESTAMP, compositor_to_viz_delay_dur DURATION, viz_compositor_utid LONG,
  viz_receive_compositor_frame_slice_id LONG, viz_receive_compositor_frame_ts TIMESTAMP, viz_receive_compositor_frame_dur DURATION,
  viz_receive_compositor_frame_end_ts TIMESTAMP, viz_wait_for_draw_dur DURATION, viz_draw_and_swap_slice_id LONG,
  viz_draw_and_swap_ts TIMESTAMP, viz_draw_and_swap_dur DURATION, viz_send_buffer_swap_slice_id LONG,
  viz_send_buffer_swap_end_ts TIMESTAMP, viz_to_gpu_delay_dur DURATION, viz_gpu_thread_utid LONG, viz_swap_buffers_slice_id LONG,
  viz_swap_buffers_ts TIMESTAMP, viz_swap_buffers_dur DURATION, viz_swap_buffers_end_ts TIMESTAMP, viz_swap_buffers_to_latch_dur DURATION,
  buffer_available_timestamp TIMESTAMP, buffer_available_to_ready_dur DURATION, buffer_ready_timestamp TIMESTAMP,
  latch_timestamp TIMESTAMP, viz_latch_to_presentation_dur DURATION, presentation_timestamp TIMESTAMP
)
AS
WITH times AS (
  SELECT
    r.scroll_update_latency_id AS id,
    r.display_trace_id,
    l.vsync_interval_ms,
    i.slice_id AS compositor_resample_slice_id,
    i.task_ts AS compositor_resample_ts,
    b.task_ts AS compositor_receive_begin_frame_ts,
    g.id AS compositor_generate_compositor_frame_slice_id,
    g.task_ts AS compositor_generate_compositor_frame_ts,
    s.id AS compositor_submit_compositor_frame_slice_id,
    s.ts AS compositor_submit_compositor_frame_ts,
    s.end_ts AS compositor_submit_compositor_frame_end_ts,
    v.utid AS viz_compositor_utid,
    v.id AS viz_receive_compositor_frame_slice_id,
    v.task_ts AS viz_receive_compositor_frame_ts,
    v.end_ts AS viz_receive_compositor_frame_end_ts,
    d.id AS viz_draw_and_swap_slice_id,
    d.task_ts AS viz_draw_and_swap_ts,
    n.id AS viz_send_buffer_swap_slice_id,
    n.end_ts AS viz_send_buffer_swap_end_ts,
    w.utid AS viz_gpu_thread_utid,
    w.id AS viz_swap_buffers_slice_id,
    w.task_ts AS viz_swap_buffers_ts,
    w.end_ts AS viz_swap_buffers_end_ts,
    l.buffer_available_timestamp,
    l.buffer_ready_timestamp,
    l.latch_timestamp,
    l.presentation_timestamp
  FROM chrome_scroll_update_refs AS r
  LEFT JOIN chrome_event_latencies AS l ON l.scroll_update_id = r.presentation_latency_id
  LEFT JOIN _chrome_scroll_input_step!('STEP_RESAMPLE_SCROLL_EVENTS', 'GESTURE_SCROLL_UPDATE_EVENT') AS i ON i.latency_id = r.presentation_latency_id
  LEFT JOIN _chrome_scroll_surface_step!('STEP_RECEIVE_BEGIN_FRAME') AS b ON b.surface_frame_trace_id = r.surface_frame_id
  LEFT JOIN _chrome_scroll_surface_step!('STEP_GENERATE_COMPOSITOR_FRAME') AS g ON g.surface_frame_trace_id = r.surface_frame_id
  LEFT JOIN _chrome_scroll_surface_step!('STEP_SUBMIT_COMPOSITOR_FRAME') AS s ON s.surface_frame_trace_id = r.surface_frame_id
  LEFT JOIN _chrome_scroll_surface_step!('STEP_RECEIVE_COMPOSITOR_FRAME') AS v ON v.surface_frame_trace_id = r.surface_frame_id
  LEFT JOIN _chrome_scroll_display_step!('STEP_DRAW_AND_SWAP') AS d ON d.display_trace_id = r.display_trace_id
  LEFT JOIN _chrome_scroll_display_step!('STEP_SEND_BUFFER_SWAP') AS n ON n.display_trace_id = r.display_trace_id
  LEFT JOIN _chrome_scroll_display_step!('STEP_BUFFER_SWAP_POST_SUBMIT') AS w ON w.display_trace_id = r.display_trace_id
  WHERE r.scroll_update_latency_id = r.presentation_latency_id
)
SELECT
  id, display_trace_id, vsync_interval_ms, compositor_resample_slice_id, compositor_resample_ts, compositor_receive_begin_frame_ts,
  compositor_generate_compositor_frame_slice_id, compositor_generate_compositor_frame_ts,
  compositor_submit_compositor_frame_ts - compositor_generate_compositor_frame_ts AS compositor_generate_frame_to_submit_frame_dur,
  compositor_submit_compositor_frame_slice_id, compositor_submit_compositor_frame_ts,
  compositor_submit_compositor_frame_end_ts - compositor_submit_compositor_frame_ts AS compositor_submit_frame_dur,
  compositor_submit_compositor_frame_end_ts,
  viz_receive_compositor_frame_ts - compositor_submit_compositor_frame_end_ts AS compositor_to_viz_delay_dur, viz_compositor_utid,
  viz_receive_compositor_frame_slice_id, viz_receive_compositor_frame_ts,
  viz_receive_compositor_frame_end_ts - viz_receive_compositor_frame_ts AS viz_receive_compositor_frame_dur,
  viz_receive_compositor_frame_end_ts, viz_draw_and_swap_ts - viz_receive_compositor_frame_end_ts AS viz_wait_for_draw_dur,
  viz_draw_and_swap_slice_id, viz_draw_and_swap_ts, viz_send_buffer_swap_end_ts - viz_draw_and_swap_ts AS viz_draw_and_swap_dur,
  viz_send_buffer_swap_slice_id, viz_send_buffer_swap_end_ts, viz_swap_buffers_ts - viz_send_buffer_swap_end_ts AS viz_to_gpu_delay_dur,
  viz_gpu_thread_utid, viz_swap_buffers_slice_id, viz_swap_buffers_ts,
  viz_swap_buffers_end_ts - viz_swap_buffers_ts AS viz_swap_buffers_dur, viz_swap_buffers_end_ts,
  latch_timestamp - viz_swap_buffers_end_ts AS viz_swap_buffers_to_latch_dur, buffer_available_timestamp,
  buffer_ready_timestamp - buffer_available_timestamp AS buffer_available_to_ready_dur, buffer_ready_timestamp, latch_timestamp,
  presentation_timestamp - latch_timestamp AS viz_latch_to_presentation_dur, presentation_timestamp
FROM times
ORDER BY id;

-- Scrolls: from their first to their last update. The start and end of the gesture are not recorded.
CREATE PERFETTO TABLE chrome_scrolls(
  id LONG, ts TIMESTAMP, dur DURATION, gesture_scroll_begin_ts TIMESTAMP, gesture_scroll_end_ts TIMESTAMP
)
AS
SELECT
  scroll_id AS id,
  min(ts) AS ts,
  max(ts + dur) - min(ts) AS dur,
  CAST(NULL AS LONG) AS gesture_scroll_begin_ts,
  CAST(NULL AS LONG) AS gesture_scroll_end_ts
FROM chrome_gesture_scroll_updates
GROUP BY scroll_id
ORDER BY scroll_id;

-- Inputs and frames combined: every update with its frame.
CREATE PERFETTO TABLE chrome_scroll_update_info(
  id LONG, scroll_id LONG, previous_input_id LONG, frame_display_id LONG, vsync_interval_ms DOUBLE, is_presented BOOL, is_janky BOOL,
  is_inertial BOOL, is_first_scroll_update_in_scroll BOOL, is_first_scroll_update_in_frame BOOL, browser_uptime_dur DURATION,
  generation_ts TIMESTAMP, input_reader_dur DURATION, input_dispatcher_dur DURATION, since_previous_generation_dur DURATION,
  generation_to_browser_main_dur DURATION, browser_utid LONG, touch_move_received_slice_id LONG, touch_move_received_ts TIMESTAMP,
  touch_move_processing_dur DURATION, scroll_update_created_slice_id LONG, scroll_update_created_ts TIMESTAMP,
  scroll_update_processing_dur DURATION, scroll_update_created_end_ts TIMESTAMP, browser_to_compositor_delay_dur DURATION,
  compositor_utid LONG, compositor_dispatch_slice_id LONG, compositor_dispatch_ts TIMESTAMP, compositor_dispatch_dur DURATION,
  compositor_dispatch_end_ts TIMESTAMP, compositor_dispatch_to_on_begin_frame_delay_dur DURATION, compositor_resample_slice_id LONG,
  compositor_coalesced_input_handled_slice_id LONG, compositor_on_begin_frame_ts TIMESTAMP, compositor_on_begin_frame_dur DURATION,
  compositor_on_begin_frame_end_ts TIMESTAMP, compositor_on_begin_frame_to_generation_delay_dur DURATION,
  compositor_generate_compositor_frame_slice_id LONG, compositor_generate_compositor_frame_ts TIMESTAMP,
  compositor_generate_frame_to_submit_frame_dur DURATION, compositor_submit_compositor_frame_slice_id LONG,
  compositor_submit_compositor_frame_ts TIMESTAMP, compositor_submit_frame_dur DURATION,
  compositor_submit_compositor_frame_end_ts TIMESTAMP, compositor_to_viz_delay_dur DURATION, viz_compositor_utid LONG,
  viz_receive_compositor_frame_slice_id LONG, viz_receive_compositor_frame_ts TIMESTAMP, viz_receive_compositor_frame_dur DURATION,
  viz_receive_compositor_frame_end_ts TIMESTAMP, viz_wait_for_draw_dur DURATION, viz_draw_and_swap_slice_id LONG,
  viz_draw_and_swap_ts TIMESTAMP, viz_draw_and_swap_dur DURATION, viz_send_buffer_swap_slice_id LONG,
  viz_send_buffer_swap_end_ts TIMESTAMP, viz_to_gpu_delay_dur DURATION, viz_gpu_thread_utid LONG, viz_swap_buffers_slice_id LONG,
  viz_swap_buffers_ts TIMESTAMP, viz_swap_buffers_dur DURATION, viz_swap_buffers_end_ts TIMESTAMP, viz_swap_buffers_to_latch_dur DURATION,
  buffer_available_timestamp TIMESTAMP, buffer_available_to_ready_dur DURATION, buffer_ready_timestamp TIMESTAMP,
  latch_timestamp TIMESTAMP, viz_latch_to_presentation_dur DURATION, presentation_timestamp TIMESTAMP
)
AS
SELECT
  i.id, i.scroll_id, lag(i.id) OVER (PARTITION BY i.scroll_id ORDER BY i.generation_ts) AS previous_input_id,
  f.display_trace_id AS frame_display_id, f.vsync_interval_ms, i.is_presented, i.is_janky, i.is_inertial,
  i.is_first_scroll_update_in_scroll, i.is_first_scroll_update_in_frame, i.generation_ts - p.start_ts AS browser_uptime_dur,
  i.generation_ts, i.input_reader_processing_end_ts - i.generation_ts AS input_reader_dur,
  i.input_dispatcher_processing_end_ts - i.input_reader_processing_end_ts AS input_dispatcher_dur,
  i.generation_ts - lag(i.generation_ts) OVER (PARTITION BY i.scroll_id ORDER BY i.generation_ts) AS since_previous_generation_dur,
  i.generation_to_browser_main_dur, i.browser_utid, i.touch_move_received_slice_id, i.touch_move_received_ts, i.touch_move_processing_dur,
  i.scroll_update_created_slice_id, i.scroll_update_created_ts, i.scroll_update_processing_dur, i.scroll_update_created_end_ts,
  i.browser_to_compositor_delay_dur, i.compositor_utid, i.compositor_dispatch_slice_id, i.compositor_dispatch_ts,
  i.compositor_dispatch_dur, i.compositor_dispatch_end_ts,
  coalesce(f.compositor_resample_ts, i.compositor_coalesced_input_handled_ts) - i.compositor_dispatch_end_ts AS compositor_dispatch_to_on_begin_frame_delay_dur,
  f.compositor_resample_slice_id, i.compositor_coalesced_input_handled_slice_id,
  coalesce(f.compositor_resample_ts, i.compositor_coalesced_input_handled_ts) AS compositor_on_begin_frame_ts,
  i.compositor_coalesced_input_handled_end_ts - coalesce(f.compositor_resample_ts, i.compositor_coalesced_input_handled_ts) AS compositor_on_begin_frame_dur,
  i.compositor_coalesced_input_handled_end_ts AS compositor_on_begin_frame_end_ts,
  f.compositor_generate_compositor_frame_ts - i.compositor_coalesced_input_handled_end_ts AS compositor_on_begin_frame_to_generation_delay_dur,
  f.compositor_generate_compositor_frame_slice_id, f.compositor_generate_compositor_frame_ts,
  f.compositor_generate_frame_to_submit_frame_dur, f.compositor_submit_compositor_frame_slice_id, f.compositor_submit_compositor_frame_ts,
  f.compositor_submit_frame_dur, f.compositor_submit_compositor_frame_end_ts, f.compositor_to_viz_delay_dur, f.viz_compositor_utid,
  f.viz_receive_compositor_frame_slice_id, f.viz_receive_compositor_frame_ts, f.viz_receive_compositor_frame_dur,
  f.viz_receive_compositor_frame_end_ts, f.viz_wait_for_draw_dur, f.viz_draw_and_swap_slice_id, f.viz_draw_and_swap_ts,
  f.viz_draw_and_swap_dur, f.viz_send_buffer_swap_slice_id, f.viz_send_buffer_swap_end_ts, f.viz_to_gpu_delay_dur, f.viz_gpu_thread_utid,
  f.viz_swap_buffers_slice_id, f.viz_swap_buffers_ts, f.viz_swap_buffers_dur, f.viz_swap_buffers_end_ts, f.viz_swap_buffers_to_latch_dur,
  f.buffer_available_timestamp, f.buffer_available_to_ready_dur, f.buffer_ready_timestamp, f.latch_timestamp,
  f.viz_latch_to_presentation_dur, f.presentation_timestamp
FROM chrome_scroll_update_input_pipeline AS i
LEFT JOIN chrome_scroll_update_frame_pipeline AS f ON f.id = i.presented_in_frame_id
LEFT JOIN thread AS t ON t.utid = i.browser_utid
LEFT JOIN process AS p ON p.upid = t.upid
ORDER BY i.scroll_id, i.generation_ts, i.id;

-- Change of a stage compared to the previous frame; the first frame of a scroll has none.
CREATE PERFETTO MACRO _chrome_scroll_stage_change(stage ColumnName)
RETURNS Expr AS
CASE WHEN NOT i.is_first_scroll_update_in_scroll THEN i.$stage - lag(i.$stage) OVER (ORDER BY i.generation_ts) END;

-- Frames of scrolls, with the stages of their first update.
CREATE PERFETTO TABLE chrome_scroll_frame_info(
  id LONG, scroll_id LONG, last_input_before_this_frame_id LONG, vsync_interval_ms DOUBLE, vsync_interval_dur DURATION, is_janky BOOL,
  is_inertial BOOL, total_input_delta_y DOUBLE, presented_scrolled_delta_y DOUBLE, browser_uptime_dur DURATION,
  first_input_generation_ts TIMESTAMP, input_reader_dur DURATION, input_dispatcher_dur DURATION,
  previous_last_input_to_first_input_generation_dur DURATION, presentation_ts TIMESTAMP, browser_utid JOINID(thread.id),
  first_input_generation_to_browser_main_dur DURATION, first_input_generation_to_browser_main_delta_dur DURATION,
  first_input_touch_move_processing_dur DURATION, first_input_touch_move_processing_delta_dur DURATION, compositor_utid JOINID(thread.id),
  first_input_browser_to_compositor_delay_dur DURATION, first_input_browser_to_compositor_delay_delta_dur DURATION,
  first_input_compositor_dispatch_dur DURATION, first_input_compositor_dispatch_delta_dur DURATION,
  first_input_compositor_dispatch_to_on_begin_frame_delay_dur DURATION,
  first_input_compositor_dispatch_to_on_begin_frame_delay_delta_dur DURATION, compositor_on_begin_frame_dur DURATION,
  compositor_on_begin_frame_delta_dur DURATION, compositor_on_begin_frame_to_generation_delay_dur DURATION,
  compositor_on_begin_frame_to_generation_delay_delta_dur DURATION, compositor_generate_frame_to_submit_frame_dur DURATION,
  compositor_generate_frame_to_submit_frame_delta_dur DURATION, compositor_submit_frame_dur DURATION,
  compositor_submit_frame_delta_dur DURATION, viz_compositor_utid JOINID(thread.id), compositor_to_viz_delay_dur DURATION,
  compositor_to_viz_delay_delta_dur DURATION, viz_receive_compositor_frame_dur DURATION, viz_receive_compositor_frame_delta_dur DURATION,
  viz_wait_for_draw_dur DURATION, viz_wait_for_draw_delta_dur DURATION, viz_draw_and_swap_dur DURATION,
  viz_draw_and_swap_delta_dur DURATION, viz_gpu_thread_utid JOINID(thread.id), viz_to_gpu_delay_dur DURATION,
  viz_to_gpu_delay_delta_dur DURATION, viz_swap_buffers_dur DURATION, viz_swap_buffers_delta_dur DURATION,
  viz_swap_buffers_to_latch_dur DURATION, viz_swap_buffers_to_latch_delta_dur DURATION, buffer_available_to_ready_dur DURATION,
  buffer_available_to_ready_delta_dur DURATION, viz_latch_to_presentation_dur DURATION, viz_latch_to_presentation_delta_dur DURATION
)
AS
WITH _input_sums AS (
  SELECT u.frame_display_id, sum(o.delta_y) AS delta_y
  FROM chrome_scroll_input_offsets AS o
  JOIN chrome_scroll_update_info AS u ON u.id = o.scroll_update_id
  GROUP BY u.frame_display_id
)
SELECT
  i.frame_display_id AS id, i.scroll_id, i.previous_input_id AS last_input_before_this_frame_id, i.vsync_interval_ms,
  CAST(i.vsync_interval_ms * 1e6 AS INT) AS vsync_interval_dur, i.is_janky, i.is_inertial, s.delta_y AS total_input_delta_y,
  o.delta_y AS presented_scrolled_delta_y, i.browser_uptime_dur, i.generation_ts AS first_input_generation_ts, i.input_reader_dur,
  i.input_dispatcher_dur, i.since_previous_generation_dur AS previous_last_input_to_first_input_generation_dur, i.browser_utid,
  i.generation_to_browser_main_dur AS first_input_generation_to_browser_main_dur, i.presentation_timestamp AS presentation_ts,
  _chrome_scroll_stage_change!(generation_to_browser_main_dur) AS first_input_generation_to_browser_main_delta_dur,
  i.touch_move_processing_dur AS first_input_touch_move_processing_dur,
  _chrome_scroll_stage_change!(touch_move_processing_dur) AS first_input_touch_move_processing_delta_dur, i.compositor_utid,
  i.browser_to_compositor_delay_dur AS first_input_browser_to_compositor_delay_dur,
  _chrome_scroll_stage_change!(browser_to_compositor_delay_dur) AS first_input_browser_to_compositor_delay_delta_dur,
  i.compositor_dispatch_dur AS first_input_compositor_dispatch_dur,
  _chrome_scroll_stage_change!(compositor_dispatch_dur) AS first_input_compositor_dispatch_delta_dur,
  i.compositor_dispatch_to_on_begin_frame_delay_dur AS first_input_compositor_dispatch_to_on_begin_frame_delay_dur,
  _chrome_scroll_stage_change!(compositor_dispatch_to_on_begin_frame_delay_dur) AS first_input_compositor_dispatch_to_on_begin_frame_delay_delta_dur,
  i.compositor_on_begin_frame_dur, _chrome_scroll_stage_change!(compositor_on_begin_frame_dur) AS compositor_on_begin_frame_delta_dur,
  i.compositor_on_begin_frame_to_generation_delay_dur,
  _chrome_scroll_stage_change!(compositor_on_begin_frame_to_generation_delay_dur) AS compositor_on_begin_frame_to_generation_delay_delta_dur,
  i.compositor_generate_frame_to_submit_frame_dur,
  _chrome_scroll_stage_change!(compositor_generate_frame_to_submit_frame_dur) AS compositor_generate_frame_to_submit_frame_delta_dur,
  i.compositor_submit_frame_dur, _chrome_scroll_stage_change!(compositor_submit_frame_dur) AS compositor_submit_frame_delta_dur,
  i.viz_compositor_utid, i.compositor_to_viz_delay_dur,
  _chrome_scroll_stage_change!(compositor_to_viz_delay_dur) AS compositor_to_viz_delay_delta_dur, i.viz_receive_compositor_frame_dur,
  _chrome_scroll_stage_change!(viz_receive_compositor_frame_dur) AS viz_receive_compositor_frame_delta_dur, i.viz_wait_for_draw_dur,
  _chrome_scroll_stage_change!(viz_wait_for_draw_dur) AS viz_wait_for_draw_delta_dur, i.viz_draw_and_swap_dur,
  _chrome_scroll_stage_change!(viz_draw_and_swap_dur) AS viz_draw_and_swap_delta_dur, i.viz_gpu_thread_utid, i.viz_to_gpu_delay_dur,
  _chrome_scroll_stage_change!(viz_to_gpu_delay_dur) AS viz_to_gpu_delay_delta_dur, i.viz_swap_buffers_dur,
  _chrome_scroll_stage_change!(viz_swap_buffers_dur) AS viz_swap_buffers_delta_dur, i.viz_swap_buffers_to_latch_dur,
  _chrome_scroll_stage_change!(viz_swap_buffers_to_latch_dur) AS viz_swap_buffers_to_latch_delta_dur, i.buffer_available_to_ready_dur,
  _chrome_scroll_stage_change!(buffer_available_to_ready_dur) AS buffer_available_to_ready_delta_dur, i.viz_latch_to_presentation_dur,
  _chrome_scroll_stage_change!(viz_latch_to_presentation_dur) AS viz_latch_to_presentation_delta_dur
FROM chrome_scroll_update_info AS i
LEFT JOIN chrome_presented_scroll_offsets AS o ON o.scroll_update_id = i.id
LEFT JOIN _input_sums AS s ON s.frame_display_id = i.frame_display_id
WHERE i.is_first_scroll_update_in_frame AND i.frame_display_id IS NOT NULL
ORDER BY i.generation_ts;

-- Stages of an update in order, with their columns in chrome_scroll_update_info.
CREATE PERFETTO TABLE chrome_scroll_update_info_step_templates(
  step_name STRING, ts_column_name STRING, dur_column_name STRING
)
AS
SELECT step_name, ts_column_name, dur_column_name
FROM (
  VALUES
    ('GenerationToBrowserMain', 'generation_ts', 'generation_to_browser_main_dur'),
    ('TouchMoveProcessing', 'touch_move_received_ts', 'touch_move_processing_dur'),
    ('ScrollUpdateProcessing', 'scroll_update_created_ts', 'scroll_update_processing_dur'),
    ('BrowserMainToRendererCompositor', 'scroll_update_created_end_ts', 'browser_to_compositor_delay_dur'),
    ('RendererCompositorDispatch', 'compositor_dispatch_ts', 'compositor_dispatch_dur'),
    ('RendererCompositorDispatchToOnBeginFrame', 'compositor_dispatch_end_ts', 'compositor_dispatch_to_on_begin_frame_delay_dur'),
    ('RendererCompositorBeginFrame', 'compositor_on_begin_frame_ts', 'compositor_on_begin_frame_dur'),
    ('RendererCompositorBeginToGenerateFrame', 'compositor_on_begin_frame_end_ts', 'compositor_on_begin_frame_to_generation_delay_dur'),
    ('RendererCompositorGenerateToSubmitFrame', 'compositor_generate_compositor_frame_ts', 'compositor_generate_frame_to_submit_frame_dur'),
    ('RendererCompositorSubmitFrame', 'compositor_submit_compositor_frame_ts', 'compositor_submit_frame_dur'),
    ('RendererCompositorToViz', 'compositor_submit_compositor_frame_end_ts', 'compositor_to_viz_delay_dur'),
    ('VizReceiveFrame', 'viz_receive_compositor_frame_ts', 'viz_receive_compositor_frame_dur'),
    ('VizReceiveToDrawFrame', 'viz_receive_compositor_frame_end_ts', 'viz_wait_for_draw_dur'),
    ('VizDrawToSwapFrame', 'viz_draw_and_swap_ts', 'viz_draw_and_swap_dur'),
    ('VizToGpu', 'viz_send_buffer_swap_end_ts', 'viz_to_gpu_delay_dur'),
    ('VizSwapBuffers', 'viz_swap_buffers_ts', 'viz_swap_buffers_dur'),
    ('VizSwapBuffersToLatch', 'viz_swap_buffers_end_ts', 'viz_swap_buffers_to_latch_dur'),
    ('VizLatchToPresentation', 'latch_timestamp', 'viz_latch_to_presentation_dur'),
    ('Presentation', 'presentation_timestamp', NULL)
) AS steps(step_name, ts_column_name, dur_column_name);
