-- Late frames of scrolls, tagged with the reasons.
INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
INCLUDE PERFETTO MODULE chrome.chrome_scrolls_v4;
INCLUDE PERFETTO MODULE chrome.graphics_pipeline;
INCLUDE PERFETTO MODULE time.conversion;

-- Late frames, with some durations in vsyncs.
CREATE PERFETTO MACRO _prepare_janky_scroll_frames(scroll_frames TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    *,
    CAST(previous_last_input_to_first_input_generation_dur AS DOUBLE) / vsync_interval_dur AS previous_input_delta_to_vsync_ratio,
    CAST(first_input_compositor_dispatch_to_on_begin_frame_delay_dur AS DOUBLE) / vsync_interval_dur AS wait_for_begin_frame_delta_to_vsync_ratio,
    CAST(viz_wait_for_draw_dur AS DOUBLE) / vsync_interval_dur AS viz_wait_for_draw_to_vsync_ratio
  FROM $scroll_frames
  WHERE is_janky
);

CREATE PERFETTO TABLE _chrome_janky_scroll_frames AS
SELECT * FROM _prepare_janky_scroll_frames!(chrome_scroll_frame_info);

CREATE PERFETTO TABLE _chrome_janky_scroll_frames_v4 AS
SELECT * FROM _prepare_janky_scroll_frames!(chrome_scroll_frame_info_v4);

-- All tags of late frames, sorted by the list below, then by frame.
CREATE PERFETTO MACRO _assign_scroll_jank_tags_to_frames(janky_scroll_frames TableOrSubquery, abs_scroll_delta Expr)
RETURNS TableOrSubquery AS
(
  WITH _sjt_frames AS (
    SELECT
      id AS frame_id,
      row_number() OVER () AS place,
      [
        CASE WHEN first_input_generation_to_browser_main_dur > time_from_ms(6) THEN 'long_generation_to_browser_main' END,
        CASE WHEN first_input_touch_move_processing_dur > time_from_ms(16) THEN 'long_touch_move' END,
        CASE WHEN first_input_browser_to_compositor_delay_dur > time_from_ms(16) THEN 'long_browser_to_compositor' END,
        CASE WHEN first_input_compositor_dispatch_dur > time_from_ms(16) THEN 'long_compositor_dispatch' END,
        CASE WHEN first_input_compositor_dispatch_to_on_begin_frame_delay_dur > time_from_ms(16) THEN 'long_wait_for_begin_frame' END,
        CASE WHEN compositor_on_begin_frame_dur > time_from_ms(16) THEN 'long_on_begin_frame' END,
        CASE WHEN compositor_on_begin_frame_to_generation_delay_dur > time_from_ms(16) THEN 'long_on_begin_frame_to_generation' END,
        CASE WHEN compositor_generate_frame_to_submit_frame_dur > time_from_ms(16) THEN 'long_generate_to_submit' END,
        CASE WHEN compositor_submit_frame_dur > time_from_ms(16) THEN 'long_submit_frame' END,
        CASE WHEN compositor_to_viz_delay_dur > time_from_ms(16) THEN 'long_compositor_to_viz' END,
        CASE WHEN viz_receive_compositor_frame_dur > time_from_ms(16) THEN 'long_viz_receive_frame' END,
        CASE WHEN viz_wait_for_draw_dur > time_from_ms(16) THEN 'long_viz_wait_for_draw' END,
        CASE WHEN viz_draw_and_swap_dur > time_from_ms(16) THEN 'long_viz_draw_and_swap' END,
        CASE WHEN viz_to_gpu_delay_dur > time_from_ms(6) THEN 'long_viz_to_gpu' END,
        CASE WHEN viz_swap_buffers_dur > time_from_ms(6) THEN 'long_viz_swap_buffers' END,
        CASE WHEN viz_swap_buffers_to_latch_dur > time_from_ms(17) THEN 'long_viz_swap_to_latch' END,
        CASE WHEN buffer_available_to_ready_dur > time_from_ms(6) THEN 'long_buffer_available_to_ready' END,
        CASE WHEN previous_input_delta_to_vsync_ratio >= 1.2 AND NOT is_inertial THEN 'inconsistent_input' END,
        CASE WHEN previous_input_delta_to_vsync_ratio >= 1.2 AND is_inertial THEN 'inconsistent_fling_input' END,
        CASE
          WHEN previous_input_delta_to_vsync_ratio BETWEEN 0.75 AND 1.2 AND wait_for_begin_frame_delta_to_vsync_ratio > 0.66
            THEN 'infrequent_input_cc_scheduling'
        END,
        CASE
          WHEN previous_input_delta_to_vsync_ratio BETWEEN 0.75 AND 1.2 AND viz_wait_for_draw_to_vsync_ratio > 0.66
            THEN 'infrequent_input_viz_scheduling'
        END,
        CASE WHEN first_input_generation_to_browser_main_delta_dur > time_from_ms(3) THEN 'generation_to_browser_main_spike' END,
        CASE WHEN $abs_scroll_delta <= 2.001 THEN 'slow_input' END,
        CASE WHEN input_reader_dur + input_dispatcher_dur > time_from_ms(3) THEN 'long_generation_to_dispatch_end_dur' END
      ] AS tags
    FROM $janky_scroll_frames
  )
  SELECT frame_id, tag
  FROM (SELECT frame_id, place, unnest(tags) AS tag, generate_subscripts(tags, 1) AS rank FROM _sjt_frames)
  WHERE tag IS NOT NULL
  ORDER BY rank, place
);

-- If the previous input got no frame of its own, the reason is a tag as well.
CREATE PERFETTO TABLE chrome_scroll_jank_tags(
  frame_id LONG, tag STRING
)
AS
SELECT * FROM _assign_scroll_jank_tags_to_frames!(_chrome_janky_scroll_frames, abs(total_input_delta_y))
UNION ALL
SELECT f.id, 'dropped_previous_frame/' || coalesce(extract_arg_text(s.arg_set_id, 'chrome_graphics_pipeline.frame_skipped_reason'), '')
FROM _chrome_janky_scroll_frames AS f
JOIN chrome_scroll_update_refs AS r ON r.scroll_update_latency_id = f.last_input_before_this_frame_id
JOIN chrome_graphics_pipeline_surface_frame_steps AS d
  ON d.surface_frame_trace_id = r.surface_frame_id AND d.step = 'STEP_DID_NOT_PRODUCE_COMPOSITOR_FRAME'
JOIN slice AS s ON s.id = d.id;

-- Tags that describe the delays of janky frames of scrolls.
CREATE PERFETTO TABLE chrome_scroll_jank_tags_v4(
  frame_id JOINID(slice.id), tag STRING
)
AS
SELECT * FROM _assign_scroll_jank_tags_to_frames!(_chrome_janky_scroll_frames_v4, real_abs_total_raw_delta_pixels);

CREATE PERFETTO MACRO _consolidate_tagged_janky_scroll_frames(janky_scroll_frames TableOrSubquery, jank_tags_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT f.id AS frame_id, count(t.tag) > 0 AS tagged, string_agg(t.tag, ',' ORDER BY t.tag) AS tags
  FROM $janky_scroll_frames AS f
  LEFT JOIN $jank_tags_table AS t ON t.frame_id = f.id
  GROUP BY f.id
  ORDER BY f.id
);

-- Janky frames of scrolls, with their tags.
CREATE PERFETTO TABLE chrome_tagged_janky_scroll_frames(
  frame_id LONG, tagged BOOL, tags STRING
)
AS
SELECT * FROM _consolidate_tagged_janky_scroll_frames!(_chrome_janky_scroll_frames, chrome_scroll_jank_tags);

-- Janky frames of scrolls, with their tags.
CREATE PERFETTO TABLE chrome_tagged_janky_scroll_frames_v4(
  frame_id JOINID(slice.id), tagged BOOL, tags STRING
)
AS
SELECT * FROM _consolidate_tagged_janky_scroll_frames!(_chrome_janky_scroll_frames_v4, chrome_scroll_jank_tags_v4);
