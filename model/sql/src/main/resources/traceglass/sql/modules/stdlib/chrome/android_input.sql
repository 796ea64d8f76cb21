-- Touches from Android to Chrome.
INCLUDE PERFETTO MODULE slices.with_context;

-- Slices whose name ends with `id=` and the number of an input event, possibly in brackets.
CREATE PERFETTO MACRO _chrome_android_input_step(pattern Expr)
RETURNS TableOrSubquery AS
(
  SELECT ts, dur, id, trim(substr(name, instr(name, 'id=') + 3), ')') AS android_input_id, utid
  FROM thread_slice
  WHERE name GLOB $pattern
  ORDER BY track_id, id
);

CREATE PERFETTO TABLE _chrome_android_motion_input_reader_step AS
SELECT * FROM _chrome_android_input_step!('UnwantedInteractionBlocker::notifyMotion*');

CREATE PERFETTO TABLE _chrome_android_motion_input_dispatcher_step AS
SELECT * FROM _chrome_android_input_step!('prepareDispatchCycleLocked*chrome*');

-- Deliveries of Android's input events to the browser.
CREATE PERFETTO TABLE chrome_deliver_android_input_event(
  ts TIMESTAMP, dur DURATION, utid LONG, android_input_id STRING
)
AS
SELECT ts, dur, utid, substr(name, instr(name, 'id=') + 3) AS android_input_id
FROM thread_slice
WHERE name GLOB 'deliverInputEvent*'
ORDER BY track_id, id;

-- Input events of Android on their way from the kernel to the browser, by their input id.
CREATE PERFETTO TABLE chrome_android_input(
  android_input_id STRING, input_reader_processing_start_ts TIMESTAMP, input_reader_processing_end_ts TIMESTAMP, input_reader_utid LONG,
  input_dispatcher_processing_start_ts TIMESTAMP, input_dispatcher_processing_end_ts TIMESTAMP, input_dispatcher_utid LONG,
  deliver_input_event_start_ts TIMESTAMP, deliver_input_event_end_ts TIMESTAMP, deliver_input_event_utid LONG
)
AS
SELECT
  android_input_id,
  r.ts AS input_reader_processing_start_ts,
  r.ts + r.dur AS input_reader_processing_end_ts,
  r.utid AS input_reader_utid,
  d.ts AS input_dispatcher_processing_start_ts,
  d.ts + d.dur AS input_dispatcher_processing_end_ts,
  d.utid AS input_dispatcher_utid,
  e.ts AS deliver_input_event_start_ts,
  e.ts + e.dur AS deliver_input_event_end_ts,
  e.utid AS deliver_input_event_utid
FROM _chrome_android_motion_input_reader_step AS r
LEFT JOIN _chrome_android_motion_input_dispatcher_step AS d USING (android_input_id)
LEFT JOIN chrome_deliver_android_input_event AS e USING (android_input_id);
