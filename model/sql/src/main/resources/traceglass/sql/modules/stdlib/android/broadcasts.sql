-- Broadcasts and their receiving processes (Android 14 and newer).
INCLUDE PERFETTO MODULE android.freezer;

-- Broadcasts run by a queue (`RECORD PID:NAME/UID running`), and the intents delivered below them (`RECORD ACTION/… scheduled`).
CREATE PERFETTO TABLE _android_broadcasts_minsdk_u AS
WITH
  queues AS (
    SELECT t.id, cast_int!(replace(str_split(t.name, '[', 1), ']', '')) AS queue_id
    FROM process_track AS t
    JOIN process AS p USING (upid)
    WHERE t.name GLOB 'BroadcastQueue.mRunning*' AND p.name = 'system_server'
  ),
  running AS (
    SELECT
      s.id,
      str_split(s.name, ' ', 0) AS process_queue_id,
      q.queue_id,
      str_split(str_split(s.name, '/', 0), ' ', 1) AS pid_and_name
    FROM slice AS s
    JOIN queues AS q ON q.id = s.track_id
    WHERE s.name GLOB '* running'
  )
SELECT
  str_split(s.name, ' ', 0) AS record_id,
  str_split(str_split(s.name, '/', 0), ' ', 1) AS intent_action,
  substr(r.pid_and_name, instr(r.pid_and_name, ':') + 1) AS process_name,
  cast_int!(str_split(r.pid_and_name, ':', 0)) AS pid,
  _pid_to_upid(cast_int!(str_split(r.pid_and_name, ':', 0)), s.ts) AS upid,
  r.process_queue_id,
  r.queue_id,
  s.id,
  s.ts,
  s.dur,
  s.track_id
FROM slice AS s
JOIN running AS r ON r.id = s.parent_id
WHERE s.name GLOB '* scheduled'
ORDER BY s.id;
