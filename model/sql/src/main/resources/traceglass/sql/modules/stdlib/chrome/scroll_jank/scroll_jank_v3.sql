-- Frames of scrolls that were late although there was input for them.
INCLUDE PERFETTO MODULE chrome.event_latency;
INCLUDE PERFETTO MODULE chrome.metadata;
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_v3_cause;

-- Presented updates, with the last update merged into the same frame.
CREATE PERFETTO TABLE chrome_presented_gesture_scrolls(
  id LONG, ts TIMESTAMP, dur DURATION, last_presented_input_ts TIMESTAMP, scroll_update_id LONG, scroll_id LONG,
  presentation_timestamp LONG, event_type STRING
)
AS
WITH
  presented AS (SELECT * FROM chrome_gesture_scroll_updates WHERE is_presented),
  last_inputs AS (
    SELECT p.id, max(u.ts) AS ts
    FROM chrome_gesture_scroll_updates AS u
    ASOF JOIN presented AS p ON u.ts >= p.ts
    GROUP BY p.id
  )
SELECT p.id, p.ts, p.dur, l.ts AS last_presented_input_ts, p.scroll_update_id, p.scroll_id, p.presentation_timestamp, p.event_type
FROM presented AS p
LEFT JOIN last_inputs AS l ON l.id = p.id
ORDER BY p.ts, p.id;

-- Scroll updates, with the distance that each scrolls.
CREATE PERFETTO TABLE chrome_scroll_updates_with_deltas(
  scroll_update_id LONG, delta_y DOUBLE
)
AS
SELECT
  extract_arg_int(s.arg_set_id, 'scroll_deltas.trace_id') AS scroll_update_id,
  extract_arg_real(s.arg_set_id, 'scroll_deltas.provided_to_compositor_delta_y') AS delta_y
FROM slice AS s
WHERE s.name = 'InputHandlerProxy::HandleGestureScrollUpdate_Result'
ORDER BY s.id;

-- Frames of scrolls, with the scroll updates that each presents.
CREATE PERFETTO TABLE chrome_full_frame_view(
  id LONG, ts TIMESTAMP, last_presented_input_ts TIMESTAMP, scroll_id LONG, scroll_update_id LONG, event_latency_id LONG, dur DURATION,
  presentation_timestamp LONG
)
AS
SELECT id, ts, last_presented_input_ts, scroll_id, scroll_update_id, id AS event_latency_id, dur, presentation_timestamp
FROM chrome_presented_gesture_scrolls
WHERE presentation_timestamp IS NOT NULL
  AND event_type IN ('GESTURE_SCROLL_UPDATE', 'FIRST_GESTURE_SCROLL_UPDATE', 'INERTIAL_GESTURE_SCROLL_UPDATE', 'GESTURE_PINCH_UPDATE')
ORDER BY ts, id;

-- Frames of scrolls, with the time between each and its predecessor.
CREATE PERFETTO TABLE chrome_full_frame_delta_view(
  id LONG, ts TIMESTAMP, scroll_id LONG, scroll_update_id LONG, last_presented_input_ts TIMESTAMP, delta_y DOUBLE, event_latency_id LONG,
  dur DURATION, presentation_timestamp LONG
)
AS
SELECT f.id, f.ts, f.scroll_id, f.scroll_update_id, f.last_presented_input_ts, d.delta_y, f.event_latency_id, f.dur, f.presentation_timestamp
FROM chrome_full_frame_view AS f
LEFT JOIN chrome_scroll_updates_with_deltas AS d ON d.scroll_update_id = f.scroll_update_id
ORDER BY f.ts, f.id;

-- Updates presented at the same time are one frame, represented by the longest one.
CREATE PERFETTO TABLE chrome_merged_frame_view(
  id LONG, max_start_ts TIMESTAMP, min_start_ts TIMESTAMP, scroll_id LONG, scroll_update_id LONG, encapsulated_scroll_ids STRING,
  total_delta DOUBLE, segregated_delta_y STRING, event_latency_id LONG, dur DURATION, presentation_timestamp LONG
)
AS
SELECT
  arg_max(id, row(dur, -ts)) AS id,
  max(last_presented_input_ts) AS max_start_ts,
  min(ts) AS min_start_ts,
  arg_max(scroll_id, row(dur, -ts)) AS scroll_id,
  arg_max(scroll_update_id, row(dur, -ts)) AS scroll_update_id,
  string_agg(CAST(scroll_update_id AS VARCHAR), ',' ORDER BY ts, id) AS encapsulated_scroll_ids,
  sum(delta_y) AS total_delta,
  string_agg(_real_text(delta_y), ',' ORDER BY ts, id) AS segregated_delta_y,
  arg_max(event_latency_id, row(dur, -ts)) AS event_latency_id,
  max(dur) AS dur,
  presentation_timestamp
FROM chrome_full_frame_delta_view
GROUP BY presentation_timestamp
ORDER BY presentation_timestamp;

-- Milliseconds since the previous frame and the previous input.
CREATE PERFETTO TABLE chrome_frame_info_with_delay(
  id LONG, max_start_ts TIMESTAMP, min_start_ts TIMESTAMP, scroll_id LONG, scroll_update_id LONG, encapsulated_scroll_ids STRING,
  total_delta DOUBLE, segregated_delta_y STRING, event_latency_id LONG, dur DURATION, presentation_timestamp LONG,
  delay_since_last_frame DOUBLE, delay_since_last_input DOUBLE, prev_event_latency_id LONG
)
AS
SELECT
  *,
  (presentation_timestamp - lag(presentation_timestamp, 1, presentation_timestamp) OVER by_presentation) / 1e6 AS delay_since_last_frame,
  (min_start_ts - lag(max_start_ts, 1, min_start_ts) OVER by_start) / 1e6 AS delay_since_last_input,
  lag(event_latency_id, 1, -1) OVER by_start AS prev_event_latency_id
FROM chrome_merged_frame_view
WINDOW
  by_presentation AS (PARTITION BY scroll_id ORDER BY presentation_timestamp),
  by_start AS (PARTITION BY scroll_id ORDER BY min_start_ts)
ORDER BY scroll_id, min_start_ts;

-- Vsync interval in milliseconds: as reported by Chrome, else the smallest time between frames.
CREATE PERFETTO TABLE chrome_vsyncs(
  vsync_interval DOUBLE
)
AS
SELECT
  coalesce(
    (
      SELECT min(e.vsync_interval_ms)
      FROM chrome_event_latencies AS e
      WHERE e.vsync_interval_ms > 0 AND e.id IN (SELECT event_latency_id FROM chrome_frame_info_with_delay)
    ),
    min(delay_since_last_frame)) AS vsync_interval
FROM chrome_frame_info_with_delay
WHERE delay_since_last_frame > 0;

-- More than half a vsync late although the input was on time.
CREATE PERFETTO TABLE chrome_janky_frames_no_cause(
  delay_since_last_frame DOUBLE, event_latency_id LONG, vsync_interval DOUBLE, hardware_class STRING, scroll_id LONG,
  prev_event_latency_id LONG
)
AS
SELECT
  f.delay_since_last_frame,
  f.event_latency_id,
  v.vsync_interval,
  chrome_hardware_class() AS hardware_class,
  f.scroll_id,
  f.prev_event_latency_id
FROM chrome_frame_info_with_delay AS f
CROSS JOIN chrome_vsyncs AS v
WHERE f.delay_since_last_frame > v.vsync_interval * 1.5 AND f.delay_since_last_input < v.vsync_interval * 1.5
ORDER BY f.scroll_id, f.min_start_ts;

-- Janky frames of scrolls, with the cause but without the part of its stage.
CREATE PERFETTO TABLE chrome_janky_frames_no_subcause(
  delay_since_last_frame DOUBLE, event_latency_id LONG, vsync_interval DOUBLE, hardware_class STRING, scroll_id LONG,
  prev_event_latency_id LONG, cause_id LONG
)
AS
SELECT *, chrome_get_v3_jank_cause_id(event_latency_id, prev_event_latency_id) AS cause_id
FROM chrome_janky_frames_no_cause;

-- The stage that delayed a frame, and the step of that stage.
CREATE PERFETTO TABLE chrome_janky_frames(
  cause_of_jank STRING, sub_cause_of_jank STRING, delay_since_last_frame DOUBLE, event_latency_id LONG, vsync_interval DOUBLE,
  hardware_class STRING, scroll_id LONG
)
AS
WITH causes AS (
  SELECT j.*, c.name AS cause_name, (SELECT min(q.id) FROM slice AS q WHERE q.name = c.name AND q.parent_id = j.prev_event_latency_id) AS prev_cause_id
  FROM chrome_janky_frames_no_subcause AS j
  LEFT JOIN slice AS c ON c.id = j.cause_id
)
SELECT
  k.cause_name AS cause_of_jank,
  s.name AS sub_cause_of_jank,
  k.delay_since_last_frame,
  k.event_latency_id,
  k.vsync_interval,
  k.hardware_class,
  k.scroll_id
FROM (SELECT causes.*, chrome_get_v3_jank_cause_id(cause_id, prev_cause_id) AS sub_cause_id FROM causes) AS k
LEFT JOIN slice AS s ON s.id = k.sub_cause_id
ORDER BY k.scroll_id, k.event_latency_id;

-- Times at which frames of scrolls reached the screen, once for each frame.
CREATE PERFETTO TABLE chrome_unique_frame_presentation_ts(
  presentation_timestamp LONG
)
AS
SELECT DISTINCT presentation_timestamp FROM chrome_presented_gesture_scrolls ORDER BY presentation_timestamp;

-- Share of janky frames of all scrolls.
CREATE PERFETTO TABLE chrome_janky_frames_percentage(
  delayed_frame_percentage DOUBLE
)
AS
SELECT
  (SELECT count(*) FROM chrome_janky_frames) * 1.0 / nullif((SELECT count(*) FROM chrome_unique_frame_presentation_ts), 0) * 100
    AS delayed_frame_percentage;

-- Numbers of frames and janky frames of each scroll, with their share.
CREATE PERFETTO TABLE chrome_frames_per_scroll(
  scroll_id LONG, num_frames LONG, num_janky_frames LONG, scroll_jank_percentage DOUBLE
)
AS
WITH
  frames AS (SELECT scroll_id, count(*) AS num_frames FROM chrome_frame_info_with_delay GROUP BY scroll_id),
  janky AS (SELECT scroll_id, count(*) AS num_janky_frames FROM chrome_janky_frames GROUP BY scroll_id)
SELECT f.scroll_id, f.num_frames, j.num_janky_frames, 100.0 * j.num_janky_frames / f.num_frames AS scroll_jank_percentage
FROM frames AS f
LEFT JOIN janky AS j ON j.scroll_id = f.scroll_id
ORDER BY f.scroll_id;
