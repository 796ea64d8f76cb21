-- Windows in desktop mode.

-- One row per window. statsd reports when windows are added and removed, and when all are reset; a window for which only changes are
-- reported existed all the time.
CREATE PERFETTO TABLE android_desktop_mode_windows AS
WITH
  atoms AS (
    SELECT
      s.ts,
      max(a.display_value) FILTER (a.key = 'desktop_mode_session_task_update.task_event') AS event,
      max(a.int_value) FILTER (a.key = 'desktop_mode_session_task_update.instance_id') AS instance_id,
      max(a.int_value) FILTER (a.key = 'desktop_mode_session_task_update.uid') AS uid,
      max(a.int_value) FILTER (a.key = 'desktop_mode_session_task_update.session_id') AS session_id
    FROM slice AS s
    JOIN track AS t ON t.id = s.track_id
    JOIN args AS a ON a.arg_set_id = s.arg_set_id
    WHERE t.name = 'Statsd Atoms' AND s.name = 'desktop_mode_session_task_update'
    GROUP BY s.id, s.ts
  ),
  ends AS (SELECT ts FROM atoms WHERE event = 'TASK_INIT_STATSD' UNION SELECT trace_end()),
  known AS (
    SELECT
      a.ts AS raw_add_ts,
      r.ts AS raw_remove_ts,
      coalesce(a.ts, trace_start()) AS ts,
      coalesce(a.instance_id, r.instance_id) AS instance_id,
      coalesce(a.uid, r.uid) AS uid
    FROM (SELECT * FROM atoms WHERE event = 'TASK_ADDED') AS a
    FULL JOIN (SELECT * FROM atoms WHERE event = 'TASK_REMOVED') AS r ON r.instance_id = a.instance_id AND r.session_id = a.session_id
  ),
  windows AS (
    SELECT k.raw_add_ts, k.raw_remove_ts, k.ts, coalesce(k.raw_remove_ts, e.ts) - k.ts AS dur, k.instance_id, k.uid
    FROM known AS k
    ASOF LEFT JOIN ends AS e ON e.ts > k.ts
    UNION
    SELECT NULL, NULL, trace_start(), trace_dur(), instance_id, min(uid)
    FROM atoms
    WHERE event = 'TASK_INFO_CHANGED' AND instance_id NOT IN (SELECT instance_id FROM known WHERE instance_id IS NOT NULL)
    GROUP BY instance_id, session_id
  )
SELECT raw_add_ts, raw_remove_ts, ts, dur, instance_id, uid
FROM windows
ORDER BY raw_add_ts NULLS FIRST, raw_remove_ts NULLS FIRST, ts, instance_id;
