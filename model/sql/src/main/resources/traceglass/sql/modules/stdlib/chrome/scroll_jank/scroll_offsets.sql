-- Scroll offsets of pages: from the input, and as presented.
INCLUDE PERFETTO MODULE chrome.event_latency;

-- Distances of the scroll input between events.
CREATE PERFETTO TABLE chrome_scroll_input_deltas(
  scroll_update_id LONG, delta_x DOUBLE, delta_y DOUBLE
)
AS
SELECT
  extract_arg_int(s.arg_set_id, 'scroll_deltas.trace_id') AS scroll_update_id,
  extract_arg_real(s.arg_set_id, 'scroll_deltas.original_delta_x') AS delta_x,
  extract_arg_real(s.arg_set_id, 'scroll_deltas.original_delta_y') AS delta_y
FROM slice AS s
WHERE s.name = 'TranslateAndScaleWebInputEvent'
ORDER BY s.id;

-- Positions of the scroll input, relative to the start of the scroll.
CREATE PERFETTO TABLE chrome_scroll_input_offsets(
  scroll_update_id LONG, scroll_id LONG, ts TIMESTAMP, delta_y DOUBLE, relative_offset_y DOUBLE
)
AS
SELECT
  scroll_update_id,
  u.scroll_id,
  u.ts,
  d.delta_y,
  sum(d.delta_y) OVER (PARTITION BY u.scroll_id ORDER BY u.ts ROWS UNBOUNDED PRECEDING) AS relative_offset_y
FROM chrome_scroll_input_deltas AS d
JOIN chrome_gesture_scroll_updates AS u USING (scroll_update_id)
ORDER BY u.scroll_id, u.ts;

-- Distances that presented frames scrolled.
CREATE PERFETTO TABLE chrome_scroll_presented_deltas(
  scroll_update_id LONG, delta_x DOUBLE, delta_y DOUBLE, offset_x LONG, offset_y LONG
)
AS
SELECT
  extract_arg_int(s.arg_set_id, 'scroll_deltas.trace_id') AS scroll_update_id,
  extract_arg_real(s.arg_set_id, 'scroll_deltas.provided_to_compositor_delta_x') AS delta_x,
  extract_arg_real(s.arg_set_id, 'scroll_deltas.provided_to_compositor_delta_y') AS delta_y,
  extract_arg_int(s.arg_set_id, 'scroll_deltas.visual_offset_x') AS offset_x,
  extract_arg_int(s.arg_set_id, 'scroll_deltas.visual_offset_y') AS offset_y
FROM slice AS s
WHERE s.name = 'InputHandlerProxy::HandleGestureScrollUpdate_Result'
ORDER BY s.id;

-- Updates presented at the same time are one: the first of them, with the sum of all.
CREATE PERFETTO TABLE chrome_presented_scroll_offsets(
  scroll_update_id LONG, scroll_id LONG, ts TIMESTAMP, delta_y DOUBLE, relative_offset_y DOUBLE
)
AS
WITH shown AS (
  SELECT
    scroll_update_id,
    u.scroll_id,
    u.presentation_timestamp AS ts,
    sum(d.delta_y) OVER (PARTITION BY u.presentation_timestamp) AS delta_y,
    sum(d.delta_y) OVER (PARTITION BY u.scroll_id ORDER BY u.presentation_timestamp) AS relative_offset_y,
    row_number() OVER (PARTITION BY u.presentation_timestamp ORDER BY u.ts, u.id) AS place
  FROM chrome_scroll_presented_deltas AS d
  JOIN chrome_gesture_scroll_updates AS u USING (scroll_update_id)
)
SELECT scroll_update_id, scroll_id, ts, delta_y, relative_offset_y
FROM shown
WHERE place = 1
ORDER BY ts;
