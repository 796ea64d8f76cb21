-- Input events in Chrome.
INCLUDE PERFETTO MODULE chrome.android_input;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- Steps of events; for a step recorded more than once for an event, the last one.
CREATE PERFETTO TABLE _chrome_input_pipeline_steps_no_input_type AS
WITH steps AS (
  SELECT
    extract_arg_int(s.arg_set_id, 'chrome_latency_info.trace_id') AS latency_id,
    s.id AS slice_id,
    s.ts,
    s.dur,
    s.utid,
    extract_arg_text(s.arg_set_id, 'chrome_latency_info.step') AS step,
    extract_arg_text(s.arg_set_id, 'chrome_latency_info.input_type') AS input_type,
    s.ts - extract_arg_int(s.arg_set_id, 'current_task.event_offset_from_task_start_time_us') * 1000 AS task_start_time_ts
  FROM thread_slice AS s
  WHERE s.arg_set_id IN (SELECT arg_set_id FROM args WHERE key = 'chrome_latency_info.step')
)
SELECT *
FROM steps
WHERE latency_id <> -1 AND step IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY latency_id, utid, step, input_type ORDER BY ts DESC, slice_id DESC) = 1
ORDER BY slice_id;

-- Input events, with the slice of their latency.
CREATE PERFETTO TABLE chrome_inputs(
  latency_id LONG, input_type STRING
)
AS
SELECT latency_id, min(input_type) AS input_type
FROM _chrome_input_pipeline_steps_no_input_type
GROUP BY latency_id
ORDER BY latency_id;

-- Steps of input events through the processes of Chrome.
CREATE PERFETTO TABLE chrome_input_pipeline_steps(
  latency_id LONG, slice_id LONG, ts TIMESTAMP, dur DURATION, utid LONG, step STRING, input_type STRING, task_start_time_ts TIMESTAMP
)
AS
SELECT latency_id, s.slice_id, s.ts, s.dur, s.utid, s.step, i.input_type, s.task_start_time_ts
FROM chrome_inputs AS i
JOIN _chrome_input_pipeline_steps_no_input_type AS s USING (latency_id)
WHERE i.input_type IS NOT NULL
ORDER BY latency_id, s.slice_id;

-- Events that were merged into another one, which was presented.
CREATE PERFETTO TABLE chrome_coalesced_inputs(
  coalesced_latency_id LONG, presented_latency_id LONG
)
AS
SELECT a.int_value AS coalesced_latency_id, p.latency_id AS presented_latency_id
FROM chrome_input_pipeline_steps AS p
JOIN slice AS s ON s.id = p.slice_id
JOIN args AS a ON a.arg_set_id = s.arg_set_id
WHERE p.step = 'STEP_RESAMPLE_SCROLL_EVENTS' AND a.flat_key = 'chrome_latency_info.coalesced_trace_ids' AND a.int_value <> p.latency_id
ORDER BY p.latency_id, p.slice_id, a.id;

-- Scroll updates created while a step of a touch ran: both latency ids.
CREATE PERFETTO MACRO _chrome_scroll_updates_within(touch_steps TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT t.latency_id AS touch_move_latency_id, u.latency_id AS scroll_update_latency_id
  FROM _interval_intersect!(
    (
      (
        SELECT slice_id AS id, ts, dur, utid
        FROM chrome_input_pipeline_steps
        WHERE step = 'STEP_SEND_INPUT_EVENT_UI' AND input_type = 'GESTURE_SCROLL_UPDATE_EVENT' AND dur > 0
      ),
      (SELECT slice_id AS id, ts, dur, utid FROM $touch_steps WHERE dur > 0)
    ),
    (utid)) AS o
  JOIN chrome_input_pipeline_steps AS u ON u.slice_id = o.id_0
  JOIN chrome_input_pipeline_steps AS t ON t.slice_id = o.id_1
  WHERE o.ts = u.ts AND o.dur = u.dur
);

-- Touch of each scroll update: the one that was handled at that time, else the one that was sent.
CREATE PERFETTO TABLE chrome_touch_move_to_scroll_update(
  touch_move_latency_id LONG, scroll_update_latency_id LONG
)
AS
WITH
  handled AS (
    SELECT * FROM _chrome_scroll_updates_within!((SELECT * FROM chrome_input_pipeline_steps WHERE step = 'STEP_TOUCH_EVENT_HANDLED'))
  ),
  sent AS (
    SELECT *
    FROM _chrome_scroll_updates_within!(
      (SELECT * FROM chrome_input_pipeline_steps WHERE step = 'STEP_SEND_INPUT_EVENT_UI' AND input_type = 'TOUCH_MOVE_EVENT'))
  ),
  updates AS (SELECT scroll_update_latency_id FROM handled UNION SELECT scroll_update_latency_id FROM sent)
SELECT coalesce(h.touch_move_latency_id, s.touch_move_latency_id) AS touch_move_latency_id, scroll_update_latency_id
FROM updates
LEFT JOIN handled AS h USING (scroll_update_latency_id)
LEFT JOIN sent AS s USING (scroll_update_latency_id)
ORDER BY scroll_update_latency_id;

-- Android event of each touch: the one whose delivery contains the touch's.
CREATE PERFETTO TABLE chrome_dispatch_android_input_event_to_touch_move(
  android_input_id STRING, touch_move_latency_id LONG
)
AS
SELECT e.android_input_id, t.latency_id AS touch_move_latency_id
FROM chrome_deliver_android_input_event AS e
JOIN chrome_input_pipeline_steps AS t ON t.utid = e.utid AND t.ts >= e.ts AND t.ts + t.dur <= e.ts + e.dur
WHERE t.input_type = 'TOUCH_MOVE_EVENT' AND t.step = 'STEP_SEND_INPUT_EVENT_UI'
ORDER BY e.ts, t.latency_id;
