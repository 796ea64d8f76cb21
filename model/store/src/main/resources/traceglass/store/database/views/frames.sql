-- Slices with arguments as columns: frames of Android's timeline, of its graphics queues, and GPU work.

CREATE VIEW frame_slice AS
WITH
  frames AS (
    SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id
    FROM __intrinsic_slice AS s
    JOIN __intrinsic_track AS t ON t.id = s.track_id
    WHERE t.type = 'graphics_frame_event'
  ),
  details AS (
    SELECT
      arg_set_id,
      max(string_value) FILTER (key = 'layer_name') AS layer_name,
      max(int_value) FILTER (key = 'frame_number') AS frame_number,
      max(int_value) FILTER (key = 'queue_to_acquire_time') AS queue_to_acquire_time,
      max(int_value) FILTER (key = 'acquire_to_latch_time') AS acquire_to_latch_time,
      max(int_value) FILTER (key = 'latch_to_present_time') AS latch_to_present_time
    FROM __intrinsic_args
    WHERE arg_set_id IN (SELECT arg_set_id FROM frames)
    GROUP BY arg_set_id
  )
SELECT f.*, d.* EXCLUDE (arg_set_id)
FROM frames AS f
LEFT JOIN details AS d USING (arg_set_id);

CREATE VIEW gpu_slice AS
WITH
  work AS (
    SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id
    FROM __intrinsic_slice AS s
    JOIN __intrinsic_track AS t ON t.id = s.track_id
    WHERE t.type IN ('gpu_render_stage', 'vulkan_events', 'gpu_log')
  ),
  details AS (
    SELECT
      arg_set_id,
      max(int_value) FILTER (key = 'context_id') AS context_id,
      max(int_value) FILTER (key = 'render_target') AS render_target,
      max(string_value) FILTER (key = 'render_target_name') AS render_target_name,
      max(int_value) FILTER (key = 'render_pass') AS render_pass,
      max(string_value) FILTER (key = 'render_pass_name') AS render_pass_name,
      max(int_value) FILTER (key = 'command_buffer') AS command_buffer,
      max(string_value) FILTER (key = 'command_buffer_name') AS command_buffer_name,
      max(int_value) FILTER (key = 'frame_id') AS frame_id,
      max(int_value) FILTER (key = 'submission_id') AS submission_id,
      max(int_value) FILTER (key = 'hw_queue_id') AS hw_queue_id,
      max(int_value) FILTER (key = 'upid') AS upid,
      max(string_value) FILTER (key = 'render_subpasses') AS render_subpasses,
      max(int_value) FILTER (key = 'render_stage_category') AS render_stage_category
    FROM __intrinsic_args
    WHERE arg_set_id IN (SELECT arg_set_id FROM work)
    GROUP BY arg_set_id
  )
SELECT w.*, d.* EXCLUDE (arg_set_id)
FROM work AS w
LEFT JOIN details AS d USING (arg_set_id);

CREATE VIEW expected_frame_timeline_slice AS
WITH
  frames AS (
    SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, t.upid
    FROM __intrinsic_slice AS s
    JOIN __intrinsic_track AS t ON t.id = s.track_id
    WHERE t.type = 'android_expected_frame_timeline' AND t.event_type = 'slice' AND t.upid IS NOT NULL
  ),
  details AS (
    SELECT
      arg_set_id,
      max(int_value) FILTER (key = 'Display frame token') AS display_frame_token,
      max(int_value) FILTER (key = 'Surface frame token') AS surface_frame_token,
      max(string_value) FILTER (key = 'Layer name') AS layer_name
    FROM __intrinsic_args
    WHERE arg_set_id IN (SELECT arg_set_id FROM frames)
    GROUP BY arg_set_id
  )
SELECT f.* EXCLUDE (upid), d.display_frame_token, d.surface_frame_token, f.upid, d.layer_name
FROM frames AS f
LEFT JOIN details AS d USING (arg_set_id)
ORDER BY f.id;

CREATE VIEW actual_frame_timeline_slice AS
WITH
  frames AS (
    SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, t.upid
    FROM __intrinsic_slice AS s
    JOIN __intrinsic_track AS t ON t.id = s.track_id
    WHERE t.type = 'android_actual_frame_timeline' AND t.event_type = 'slice' AND t.upid IS NOT NULL
  ),
  details AS (
    SELECT
      arg_set_id,
      max(int_value) FILTER (key = 'Display frame token') AS display_frame_token,
      max(int_value) FILTER (key = 'Surface frame token') AS surface_frame_token,
      max(string_value) FILTER (key = 'Layer name') AS layer_name,
      max(string_value) FILTER (key = 'Present type') AS present_type,
      max(int_value) FILTER (key = 'On time finish') AS on_time_finish,
      max(int_value) FILTER (key = 'GPU composition') AS gpu_composition,
      max(string_value) FILTER (key = 'Jank type') AS jank_type,
      max(string_value) FILTER (key = 'Jank severity type') AS jank_severity_type,
      max(string_value) FILTER (key = 'Prediction type') AS prediction_type,
      max(string_value) FILTER (key = 'Jank tag') AS jank_tag,
      max(string_value) FILTER (key = 'Jank tag (experimental)') AS jank_tag_experimental,
      max(real_value) FILTER (key = 'Jank Severity Score') AS jank_score,
      max(int_value) FILTER (key = 'Latched unsignaled count') AS latched_unsignaled_count,
      max(int_value) FILTER (key = 'Addressable unsignaled latch count') AS addressable_unsignaled_latch_count,
      max(string_value) FILTER (key = 'Latched fence state') AS latched_fence_state
    FROM __intrinsic_args
    WHERE arg_set_id IN (SELECT arg_set_id FROM frames)
    GROUP BY arg_set_id
  )
SELECT
  f.* EXCLUDE (upid),
  d.display_frame_token, d.surface_frame_token, f.upid,
  d.* EXCLUDE (arg_set_id, display_frame_token, surface_frame_token)
FROM frames AS f
LEFT JOIN details AS d USING (arg_set_id)
ORDER BY f.id;
