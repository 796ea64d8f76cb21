-- Input events from the kernel through the dispatcher to the app and back, and to the frame that responds to them.
INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE android.surfaceflinger;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- Key events received by the input dispatcher.
CREATE PERFETTO VIEW android_key_events AS
SELECT id, event_id, ts, arg_set_id, source, action, device_id, display_id, key_code
FROM __intrinsic_android_key_events;

-- Motion events received by the input dispatcher.
CREATE PERFETTO VIEW android_motion_events AS
SELECT id, event_id, ts, arg_set_id, source, action, device_id, display_id
FROM __intrinsic_android_motion_events;

-- Windows to which events were delivered.
CREATE PERFETTO VIEW android_input_event_dispatch AS
SELECT id, event_id, arg_set_id, vsync_id, window_id
FROM __intrinsic_android_input_event_dispatch;

-- Messages on the sockets between dispatcher and apps. Their slices are named `sendMessage(inputChannel=<channel>, seq=<number>,
-- type=<type>)`, and receiveMessage likewise.
CREATE PERFETTO TABLE _input_message AS
SELECT
  s.name GLOB 'sendMessage(*' AS is_sent,
  str_split(str_split(s.name, '=', 1), ',', 0) AS event_channel,
  str_split(str_split(s.name, '=', 2), ',', 0) AS event_seq,
  str_split(str_split(s.name, '=', 3), ')', 0) AS event_type,
  s.id, s.ts, s.dur, s.track_id, s.parent_id, s.utid, s.tid, s.thread_name, s.upid, s.pid, s.process_name
FROM thread_slice AS s
WHERE s.upid IS NOT NULL AND (s.name GLOB 'sendMessage(*' OR s.name GLOB 'receiveMessage(*');

CREATE PERFETTO TABLE _input_message_sent AS
SELECT event_type, event_seq, event_channel, tid, thread_name, upid, pid, process_name, ts, dur, track_id
FROM _input_message WHERE is_sent ORDER BY event_seq;

CREATE PERFETTO TABLE _input_message_received AS
SELECT event_type, event_seq, event_channel, tid, thread_name, upid, pid, process_name, ts, dur, track_id
FROM _input_message WHERE NOT is_sent ORDER BY event_seq;

-- Time at which the reader received each event.
CREATE PERFETTO TABLE _input_read_time AS
SELECT name, str_split(str_split(str_split(name, 'id=', 1), ',', 0), ')', 0) AS input_event_id, ts AS read_time
FROM slice
WHERE name GLOB 'UnwantedInteractionBlocker::notifyMotion*';

-- A message is sent within slices of the dispatcher, the outermost of which names the event.
CREATE PERFETTO TABLE _event_seq_to_input_event_id AS
SELECT
  m.event_seq, m.event_channel,
  str_split(str_split(m.event_channel, ' ', 1), '/', 0) AS process_name,
  str_split(str_split(enqueued.name, '=', 2), ')', 0) AS input_event_id,
  m.utid, m.thread_name
FROM _input_message AS m
JOIN slice AS published ON published.id = m.parent_id
JOIN slice AS started ON started.id = published.parent_id
JOIN slice AS enqueued ON enqueued.id = started.parent_id
WHERE m.is_sent AND m.thread_name = 'InputDispatcher';

-- Frames of apps on their main threads.
CREATE PERFETTO TABLE _input_app_frame AS
SELECT s.id AS do_frame_id, s.ts AS do_frame_ts, s.dur AS do_frame_dur, CAST(f.ui_thread_utid AS LONG) AS utid, f.frame_id
FROM android_frames_choreographer_do_frame AS f
JOIN slice AS s ON s.id = f.id;

-- Events as received by the app's views, within a slice that names the action.
CREATE PERFETTO TABLE _input_delivery AS
SELECT
  s.id, s.ts, s.dur, CAST(s.utid AS LONG) AS utid, CAST(s.upid AS LONG) AS upid, s.process_name,
  str_split(s.name, '=', 3) AS input_event_id,
  str_split(str_split(consumed.name, ' ', 2), ' ', 0) AS event_action,
  CAST(str_split(str_split(s.name, ' ', 2), '=', 1) AS LONG) AS event_time,
  consumed.ts AS consume_time,
  consumed.ts + consumed.dur AS finish_time
FROM thread_slice AS s
JOIN slice AS consumed ON consumed.id = s.parent_id
WHERE s.name GLOB 'deliverInputEvent src=*';

-- Events that were delivered within a frame belong to it.
CREATE PERFETTO TABLE _input_frame_exact AS
SELECT i.id_0 AS do_frame_id, i.id_1 AS delivery_id, 0 AS is_speculative
FROM _interval_intersect!((
  (SELECT do_frame_id AS id, do_frame_ts AS ts, do_frame_dur AS dur, utid FROM _input_app_frame WHERE do_frame_dur > 0),
  (SELECT id, ts, dur, utid FROM _input_delivery WHERE dur > 0)), (utid)) AS i;

-- Other events are assumed to be answered by the next frame of their thread.
CREATE PERFETTO TABLE _input_frame_match AS
SELECT do_frame_id, delivery_id, is_speculative FROM _input_frame_exact
UNION ALL
SELECT do_frame_id, delivery_id, 1
FROM (
  SELECT f.do_frame_id, d.id AS delivery_id, row_number() OVER (PARTITION BY d.id ORDER BY f.do_frame_ts) AS place
  FROM _input_delivery AS d
  JOIN _input_app_frame AS f ON f.utid = d.utid AND f.do_frame_ts >= d.ts
  WHERE d.id NOT IN (SELECT delivery_id FROM _input_frame_exact)
)
WHERE place = 1;

CREATE PERFETTO TABLE _input_event_id_to_android_frame AS
SELECT
  d.input_event_id, d.event_action, d.event_time, d.consume_time, d.finish_time, d.utid, d.upid, d.process_name,
  f.frame_id, f.do_frame_ts AS frame_ts, q.event_channel, m.is_speculative != 0 AS is_speculative_match
FROM _input_frame_match AS m
JOIN _input_app_frame AS f ON f.do_frame_id = m.do_frame_id
JOIN _input_delivery AS d ON d.id = m.delivery_id
JOIN _event_seq_to_input_event_id AS q ON q.input_event_id = d.input_event_id AND q.process_name = d.process_name;

-- Presented frames of apps, with the frame of SurfaceFlinger that presented them.
CREATE PERFETTO TABLE _app_frame_to_surface_flinger_frame AS
SELECT
  app.surface_frame_token AS app_surface_frame_token, sf.ts AS surface_flinger_ts, sf.dur AS surface_flinger_dur, app.ts AS app_ts,
  app.present_type, app.upid
FROM actual_frame_timeline_slice AS sf
JOIN actual_frame_timeline_slice AS app ON app.display_frame_token = sf.display_frame_token AND app.id != sf.id
WHERE sf.surface_frame_token IS NULL AND app.present_type != 'Dropped Frame';

-- Presentation time of the first frame that responds to each event.
CREATE PERFETTO TABLE _first_non_dropped_frame_after_input AS
SELECT
  r.input_event_id, r.read_time,
  (
    SELECT s.surface_flinger_ts + s.surface_flinger_dur
    FROM _app_frame_to_surface_flinger_frame AS s
    WHERE s.app_ts >= f.frame_ts AND s.upid = f.upid
    ORDER BY s.app_ts
    LIMIT 1
  ) AS present_time,
  f.frame_id, q.event_seq, f.event_action, f.event_time, f.is_speculative_match
FROM _event_seq_to_input_event_id AS q
JOIN _input_read_time AS r ON r.input_event_id = q.input_event_id
LEFT JOIN _input_event_id_to_android_frame AS f ON f.input_event_id = q.input_event_id AND f.event_channel = q.event_channel;

-- Name of a channel without its variable part: the number of a window at its start or end.
CREATE PERFETTO FUNCTION _normalize_event_channel(event_channel STRING) RETURNS STRING AS
SELECT CASE
  WHEN regexp_matches($event_channel, '^\[.*\] ') THEN $event_channel
  WHEN regexp_matches($event_channel, ' [^:]*:') THEN trim(regexp_extract($event_channel, '^[^ ]* ([^:]*)', 1))
  WHEN contains($event_channel, ' ') THEN trim(regexp_extract($event_channel, ' (.*)$', 1))
  WHEN regexp_matches($event_channel, '[0-9]$') THEN regexp_extract($event_channel, '^.*[a-zA-Z]', 0)
  ELSE $event_channel
END;

-- Life cycle of each event: sent to the app, received there, acknowledgement sent, acknowledgement received; and the presentation time
-- of the frame that responds to it.
CREATE PERFETTO TABLE android_input_events AS
WITH
  sent AS (SELECT * FROM _input_message_sent WHERE thread_name = 'InputDispatcher'),
  received AS (
    SELECT *, replace(event_channel, '(client)', '(server)') AS server_channel
    FROM _input_message_received
    WHERE event_type NOT IN ('0x2', 'FINISHED')
  ),
  acknowledged AS (
    SELECT *, replace(event_channel, '(client)', '(server)') AS server_channel
    FROM _input_message_sent
    WHERE thread_name != 'InputDispatcher'
  ),
  finished AS (SELECT * FROM _input_message_received WHERE event_type IN ('0x2', 'FINISHED'))
SELECT
  r.ts - s.ts AS dispatch_latency_dur, a.ts - r.ts AS handling_latency_dur, e.ts - a.ts AS ack_latency_dur,
  e.ts - s.ts AS total_latency_dur, f.present_time - f.read_time AS end_to_end_latency_dur, a.tid, a.thread_name, a.upid, a.pid,
  a.process_name, s.event_type, f.event_action, s.event_seq, s.event_channel,
  _normalize_event_channel(s.event_channel) AS normalized_event_channel, q.input_event_id, t.read_time,
  s.track_id AS dispatch_track_id, s.ts AS dispatch_ts, s.dur AS dispatch_dur, r.ts AS receive_ts, r.dur AS receive_dur,
  r.track_id AS receive_track_id, f.frame_id, f.is_speculative_match AS is_speculative_frame, f.event_time
FROM sent AS s
JOIN received AS r ON r.server_channel = s.event_channel AND r.event_seq = s.event_seq
JOIN acknowledged AS a ON a.server_channel = s.event_channel AND a.event_seq = s.event_seq
JOIN finished AS e ON e.event_channel = s.event_channel AND e.event_seq = s.event_seq
LEFT JOIN _first_non_dropped_frame_after_input AS f ON f.event_seq = s.event_seq
LEFT JOIN _event_seq_to_input_event_id AS q ON q.event_seq = s.event_seq AND q.event_channel = s.event_channel
LEFT JOIN _input_read_time AS t ON t.input_event_id = q.input_event_id;
