-- Common definitions of the scroll jank modules.

-- Returns whether a frame took at least half a frame more than its neighbor in the same gesture.
CREATE PERFETTO FUNCTION _is_janky_frame(
  cur_gesture_id LONG, neighbour_gesture_id LONG, neighbour_ts TIMESTAMP, cur_gesture_begin_ts TIMESTAMP, cur_gesture_end_ts TIMESTAMP,
  cur_frame_exact DOUBLE, neighbour_frame_exact DOUBLE) RETURNS BOOL AS
SELECT CASE
  WHEN $neighbour_ts IS NULL OR $cur_gesture_id <> $neighbour_gesture_id OR $neighbour_ts NOT BETWEEN $cur_gesture_begin_ts AND $cur_gesture_end_ts
    THEN false
  ELSE $cur_frame_exact > $neighbour_frame_exact + 0.5 + 1e-9
END;

-- Number of frames by which a frame took too long, compared to the faster neighbor.
CREATE PERFETTO FUNCTION _jank_budget(cur_frame_exact DOUBLE, prev_frame_exact DOUBLE, next_frame_exact DOUBLE) RETURNS DOUBLE AS
SELECT greatest($cur_frame_exact - $prev_frame_exact, $cur_frame_exact - $next_frame_exact) - 0.5 - 1e-9;

-- Slices of long tasks with a name, with the message that they handle.
CREATE PERFETTO FUNCTION chrome_select_long_task_slices(name STRING)
RETURNS TABLE(interface_name STRING, ipc_hash LONG, message_type STRING, id LONG) AS
SELECT
  extract_arg_text(s.arg_set_id, 'chrome_mojo_event_info.mojo_interface_tag') AS interface_name,
  extract_arg_int(s.arg_set_id, 'chrome_mojo_event_info.ipc_hash') AS ipc_hash,
  CASE WHEN extract_arg_int(s.arg_set_id, 'chrome_mojo_event_info.is_reply') <> 0 THEN 'reply' ELSE 'message' END AS message_type,
  s.id
FROM slice AS s
WHERE s.category GLOB '*scheduler.long_tasks*' AND s.name = $name;
