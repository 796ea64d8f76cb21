-- Apps that were frozen while not in use.

-- Pid in `Freeze COMM:PID …`.
CREATE PERFETTO FUNCTION _extract_freezer_pid(name STRING) RETURNS LONG AS
SELECT cast_int!(regexp_extract(str_split($name, ' ', 1), '[^:]*$'));

-- Process that had a pid at a time; the most recent one if there are several.
CREATE PERFETTO FUNCTION _pid_to_upid(pid LONG, event_ts TIMESTAMP) RETURNS LONG AS
SELECT max(p.upid)
FROM process AS p
WHERE p.pid = $pid AND $event_ts BETWEEN coalesce(p.start_ts, trace_start()) AND coalesce(p.end_ts, trace_end());

-- Names of the reasons for unfreezing, by Android's number (CachedAppOptimizer).
CREATE PERFETTO FUNCTION _translate_unfreeze_reason(reason LONG) RETURNS STRING AS
SELECT CASE WHEN $reason >= 0 THEN [
  'none', 'activity', 'finish_receiver', 'start_receiver', 'bind_service', 'unbind_service', 'start_service', 'get_provider', 'remove_provider',
  'ui_visibility', 'allowlist', 'process_begin', 'process_end', 'trim_memory', NULL, 'ping', 'file_locks', 'file_lock_check_failure', 'binder_txns',
  'feature_flags', 'short_fgs_timeout', 'system_init', 'backup', 'shell', 'remove_task', 'uid_idle', 'stop_service', 'executing_service',
  'restriction_change', 'component_disabled'
][$reason + 1] END;

-- Periods in which a process was frozen, with the reason for unfreezing.
CREATE PERFETTO TABLE android_freezer_events AS
WITH
  marks AS (
    SELECT id, ts, name, _extract_freezer_pid(name) AS pid FROM slice WHERE name GLOB 'Freeze *:*' OR name GLOB 'Unfreeze *:*'
  ),
  owned AS (
    SELECT m.*, p.upid
    FROM marks AS m
    JOIN process AS p ON p.pid = m.pid AND m.ts BETWEEN coalesce(p.start_ts, trace_start()) AND coalesce(p.end_ts, trace_end())
    QUALIFY row_number() OVER (PARTITION BY m.id ORDER BY p.upid DESC) = 1
  ),
  spans AS (
    SELECT
      *,
      lead(ts, 1, trace_end()) OVER of_process AS next_ts,
      cast_int!(CASE WHEN lead(name) OVER of_process GLOB 'Unfreeze *' THEN str_split(lead(name) OVER of_process, ' ', 2) END) AS reason
    FROM owned
    WINDOW of_process AS (PARTITION BY upid ORDER BY ts, id)
  )
SELECT upid, pid, ts, next_ts - ts AS dur, reason AS unfreeze_reason_int, _translate_unfreeze_reason(reason) AS unfreeze_reason_str
FROM spans
WHERE name GLOB 'Freeze *'
ORDER BY upid, ts;
