-- Wakeups of the device, with their reasons.
INCLUDE PERFETTO MODULE android.suspend;

-- One row per reason of a wakeup or of an aborted suspend. The suspend service marks them as `ID REASON`, attributes them with the
-- same ID, and marks before that how it will retry: `QUALITY STATE REASON COUNT MILLIS`. dur is the wait before the retry.
CREATE PERFETTO TABLE android_wakeups AS
WITH
  marks AS (
    SELECT i.ts, t.name AS track_name, i.name, str_split(i.name, ' ', 0) AS mark_id, substr(i.name, instr(i.name, ' ') + 1) AS said
    FROM track AS t
    JOIN instant AS i ON i.track_id = t.id
    WHERE t.name IN ('wakeup_reason', 'wakeup_attribution', 'suspend_backoff')
  ),
  reasons AS (
    SELECT r.ts, r.said AS raw_wakeup, a.said AS on_device_attribution, CAST(NULL AS VARCHAR) AS backoff
    FROM marks AS r
    LEFT JOIN marks AS a ON a.mark_id = r.mark_id AND a.track_name = 'wakeup_attribution'
    WHERE r.track_name = 'wakeup_reason'
    UNION ALL
    SELECT ts, NULL, NULL, name FROM marks WHERE track_name = 'suspend_backoff'
  ),
  followed AS (
    SELECT ts, raw_wakeup, on_device_attribution, lag(backoff) OVER (ORDER BY ts) AS backoff FROM reasons
  ),
  events AS (
    SELECT * FROM followed WHERE raw_wakeup IS NOT NULL
    UNION ALL
    SELECT ts, NULL, NULL, NULL FROM android_suspend_state WHERE power_state = 'suspended'
  ),
  wakeups AS (
    SELECT
      *,
      str_split(backoff, ' ', 0) AS suspend_quality,
      str_split(backoff, ' ', 1) AS backoff_state,
      str_split(backoff, ' ', 2) AS backoff_reason,
      CASE WHEN backoff IS NOT NULL THEN cast_int!(str_split(backoff, ' ', 3)) END AS backoff_count,
      CASE WHEN backoff IS NOT NULL THEN cast_int!(str_split(backoff, ' ', 4)) END AS backoff_millis,
      lead(ts) OVER (ORDER BY ts) AS next_ts
    FROM events
  ),
  parsed AS (
    SELECT
      *,
      CASE suspend_quality WHEN 'good' THEN least(coalesce(next_ts - ts, 5000000000), 5000000000) WHEN 'bad' THEN backoff_millis * 1000000 ELSE 0 END AS dur,
      CASE
        WHEN starts_with(raw_wakeup, 'Abort: Pending Wakeup Sources: ') THEN 'abort_pending'
        WHEN starts_with(raw_wakeup, 'Abort: Last active Wakeup Source: ') THEN 'abort_last_active'
        WHEN starts_with(raw_wakeup, 'Abort: ') THEN 'abort_other'
        ELSE 'normal'
      END AS type,
      CASE
        WHEN starts_with(raw_wakeup, 'Abort: Pending Wakeup Sources: ') THEN string_split(substr(raw_wakeup, 32), ' ')
        WHEN starts_with(raw_wakeup, 'Abort: Last active Wakeup Source: ') THEN [substr(raw_wakeup, 35)]
        WHEN starts_with(raw_wakeup, 'Abort: ') THEN [substr(raw_wakeup, 8)]
        ELSE string_split(raw_wakeup, ':')
      END AS items
    FROM wakeups
    WHERE raw_wakeup IS NOT NULL
  ),
  single AS (SELECT *, unnest(range(1, least(len(items), 4) + 1)) AS nr FROM parsed)
SELECT
  ts,
  dur,
  raw_wakeup,
  on_device_attribution,
  type,
  CASE type WHEN 'normal' THEN coalesce(str_split(items[nr], ' ', 1), items[nr]) ELSE items[nr] END AS item,
  suspend_quality,
  backoff_state,
  coalesce(backoff_reason, 'none') AS backoff_reason,
  backoff_count,
  backoff_millis
FROM single
ORDER BY nr, ts;
