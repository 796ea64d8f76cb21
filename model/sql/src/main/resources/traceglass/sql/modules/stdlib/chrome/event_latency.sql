-- Latency of input events until their frame was presented.

-- Stages of each latency: all slices below it.
CREATE PERFETTO TABLE _chrome_event_latency_stages AS
WITH RECURSIVE below(event_latency_id, id) AS (
  SELECT e.id, s.id FROM slice AS e JOIN slice AS s ON s.parent_id = e.id WHERE e.name = 'EventLatency'
  UNION ALL
  SELECT b.event_latency_id, s.id FROM below AS b JOIN slice AS s ON s.parent_id = b.id
)
SELECT b.event_latency_id, s.id, s.name, s.ts, CASE WHEN s.dur <> -1 THEN s.ts + s.dur END AS end_ts
FROM below AS b
JOIN slice AS s ON s.id = b.id
ORDER BY b.event_latency_id, s.id;

-- EventLatency slices: the time from an input event to its frame on the screen.
CREATE PERFETTO TABLE chrome_event_latencies(
  id LONG, name STRING, ts TIMESTAMP, dur DURATION, scroll_update_id LONG, surface_frame_trace_id LONG, display_trace_id LONG,
  is_presented BOOL, event_type STRING, track_id LONG, vsync_interval_ms DOUBLE, is_janky_scrolled_frame BOOL,
  buffer_available_timestamp LONG, buffer_ready_timestamp LONG, latch_timestamp LONG, swap_end_timestamp LONG, presentation_timestamp LONG
)
AS
WITH stages AS (
  SELECT
    event_latency_id AS id,
    bool_or(name GLOB 'Submit*ToPresentationCompositorFrame') AS is_presented,
    arg_min(ts, id) FILTER (name = 'BufferAvailableToBufferReady') AS buffer_available_timestamp,
    arg_min(ts, id) FILTER (name = 'BufferReadyToLatch') AS buffer_ready_timestamp,
    coalesce(
      arg_min(ts, id) FILTER (name = 'LatchToSwapEnd'),
      arg_min(ts, id) FILTER (name = 'LatchToPresentation')) AS latch_timestamp,
    arg_min(ts, id) FILTER (name = 'SwapEndToPresentationCompositorFrame') AS swap_end_timestamp,
    coalesce(
      arg_min_null(end_ts, id) FILTER (name = 'SwapEndToPresentationCompositorFrame'),
      arg_min_null(end_ts, id) FILTER (name GLOB '*ToPresentation'),
      arg_min_null(end_ts, id) FILTER (name = 'LatchToSwapEnd')) AS presentation_timestamp
  FROM _chrome_event_latency_stages
  GROUP BY event_latency_id
)
SELECT
  s.id,
  s.name,
  s.ts,
  s.dur,
  extract_arg_int(s.arg_set_id, 'event_latency.event_latency_id') AS scroll_update_id,
  extract_arg_int(s.arg_set_id, 'event_latency.surface_frame_trace_id') AS surface_frame_trace_id,
  extract_arg_int(s.arg_set_id, 'event_latency.display_trace_id') AS display_trace_id,
  coalesce(t.is_presented, false) AS is_presented,
  extract_arg_text(s.arg_set_id, 'event_latency.event_type') AS event_type,
  s.track_id,
  extract_arg_real(s.arg_set_id, 'event_latency.vsync_interval_ms') AS vsync_interval_ms,
  coalesce(extract_arg_int(s.arg_set_id, 'event_latency.is_janky_scrolled_frame'), 0) AS is_janky_scrolled_frame,
  t.buffer_available_timestamp,
  t.buffer_ready_timestamp,
  t.latch_timestamp,
  t.swap_end_timestamp,
  t.presentation_timestamp
FROM slice AS s
LEFT JOIN stages AS t ON t.id = s.id
WHERE s.name = 'EventLatency'
ORDER BY s.id;

-- Scroll updates, and presented pinches. A scroll starts with its first update, or at the start of the trace.
CREATE PERFETTO TABLE chrome_gesture_scroll_updates(
  id LONG, name STRING, ts TIMESTAMP, dur DURATION, scroll_update_id LONG, is_presented BOOL, event_type STRING, track_id LONG,
  vsync_interval_ms DOUBLE, is_janky BOOL, buffer_available_timestamp LONG, buffer_ready_timestamp LONG, latch_timestamp LONG,
  swap_end_timestamp LONG, presentation_timestamp LONG, scroll_id LONG
)
AS
WITH updates AS (
  SELECT *, CAST(event_type = 'FIRST_GESTURE_SCROLL_UPDATE' OR row_number() OVER (ORDER BY ts, id) = 1 AS INT) AS is_first
  FROM chrome_event_latencies
  WHERE event_type IN ('GESTURE_SCROLL_UPDATE', 'FIRST_GESTURE_SCROLL_UPDATE', 'INERTIAL_GESTURE_SCROLL_UPDATE')
    OR event_type GLOB '*GESTURE_PINCH_UPDATE' AND is_presented
)
SELECT
  id,
  name,
  ts,
  dur,
  scroll_update_id,
  is_presented,
  event_type,
  track_id,
  vsync_interval_ms,
  is_janky_scrolled_frame AS is_janky,
  buffer_available_timestamp,
  buffer_ready_timestamp,
  latch_timestamp,
  swap_end_timestamp,
  presentation_timestamp,
  CAST(sum(is_first) OVER (ORDER BY ts, id ROWS UNBOUNDED PRECEDING) AS INT) AS scroll_id
FROM updates
ORDER BY ts, id;
