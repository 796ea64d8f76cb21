-- Started processes, with the reason of the start.
INCLUDE PERFETTO MODULE slices.with_context;

-- From the system server's `Start proc: NAME` to the end of the component's start on the main thread, which follows bindApplication:
-- an activity, a service, or a broadcast. A process without any of these was started for a provider.
CREATE PERFETTO TABLE android_app_process_starts AS
WITH
  starts AS (
    SELECT ts, dur, trim(substr(name, 12)) AS process_name FROM thread_slice WHERE name GLOB 'Start proc:*' AND process_name = 'system_server'
  ),
  steps AS (
    SELECT
      id, ts, dur, track_id, name, upid, pid, process_name,
      lag(name) OVER on_track AS bind_name,
      lag(id) OVER on_track AS bind_id,
      lag(ts) OVER on_track AS bind_ts,
      lag(dur) OVER on_track AS bind_dur
    FROM thread_slice
    WHERE name = 'bindApplication' OR regexp_matches(name, '^(performCreate|serviceCreate|broadcastReceiveComp):')
    WINDOW on_track AS (PARTITION BY track_id ORDER BY ts, id)
  ),
  causes AS (
    SELECT
      bind_id AS start_id, id, track_id, process_name, pid, upid, bind_ts, bind_dur, ts AS intent_ts, dur AS intent_dur,
      CASE str_split(name, ':', 0)
        WHEN 'performCreate' THEN str_split(name, 'performCreate:', 1)
        WHEN 'serviceCreate' THEN str_split(str_split(name, '=', 2), ' ', 0)
        WHEN 'broadcastReceiveComp' THEN str_split(name, 'broadcastReceiveComp:', 1)
      END AS intent,
      CASE str_split(name, ':', 0) WHEN 'performCreate' THEN 'activity' WHEN 'serviceCreate' THEN 'service' WHEN 'broadcastReceiveComp' THEN 'broadcast' END AS reason
    FROM steps
    WHERE bind_name = 'bindApplication'
  ),
  bound AS (
    SELECT * FROM causes
    UNION ALL
    SELECT id, NULL, NULL, process_name, pid, upid, ts, dur, NULL, NULL, NULL, 'provider'
    FROM steps
    WHERE name = 'bindApplication' AND id NOT IN (SELECT start_id FROM causes)
  ),
  chosen AS (
    SELECT b.*, s.ts AS proc_start_ts, s.dur AS proc_start_dur, b.reason IS NOT DISTINCT FROM 'provider' AS is_provider
    FROM bound AS b
    JOIN starts AS s ON s.process_name = b.process_name AND s.ts < coalesce(b.intent_ts, b.bind_ts)
    QUALIFY row_number() OVER (PARTITION BY b.upid, b.reason IS NOT DISTINCT FROM 'provider' ORDER BY s.ts DESC, b.start_id) = 1
  )
SELECT
  start_id, id, track_id, process_name, pid, upid, intent, reason, proc_start_ts, proc_start_dur,
  bind_ts AS bind_app_ts,
  bind_dur AS bind_app_dur,
  intent_ts,
  intent_dur,
  coalesce(intent_ts, bind_ts) - proc_start_ts + coalesce(intent_dur, bind_dur) AS total_dur
FROM chosen
ORDER BY is_provider, upid;
