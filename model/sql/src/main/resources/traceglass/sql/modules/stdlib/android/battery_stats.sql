-- Android's battery statistics: states of radios and screens, and running components.

-- Text for a state's number on a battery statistics track; the number itself on tracks without names.
CREATE PERFETTO FUNCTION android_battery_stats_counter_to_string(track STRING, value DOUBLE) RETURNS STRING AS
SELECT CASE
  WHEN $track IN (
    'battery_stats.wifi_scan', 'battery_stats.wifi_radio', 'battery_stats.mobile_radio', 'battery_stats.audio', 'battery_stats.video',
    'battery_stats.camera', 'battery_stats.power_save', 'battery_stats.phone_in_call'
  ) THEN CASE $value WHEN 0 THEN 'inactive' WHEN 1 THEN 'active' ELSE 'unknown' END
  WHEN $track = 'battery_stats.wifi' THEN CASE $value WHEN 0 THEN 'off' WHEN 1 THEN 'on' ELSE 'unknown' END
  WHEN $track = 'battery_stats.phone_state'
    THEN CASE $value WHEN 0 THEN 'in' WHEN 1 THEN 'out' WHEN 2 THEN 'emergency' WHEN 3 THEN 'off' ELSE 'unknown' END
  WHEN $track IN ('battery_stats.phone_signal_strength', 'battery_stats.wifi_signal_strength')
    THEN CASE WHEN $value IN (0, 1, 2, 3, 4) THEN CAST(cast_int!($value) AS VARCHAR) || '/4' ELSE 'unknown' END
  WHEN $track = 'battery_stats.wifi_suppl' THEN CASE WHEN $value >= 0 THEN coalesce(
    [
      'invalid', 'disconnected', 'disabled', 'inactive', 'scanning', 'authenticating', 'associating', 'associated', '4-way-handshake',
      'group-handshake', 'completed', 'dormant', 'uninitialized'
    ][cast_int!($value) + 1], 'unknown') ELSE 'unknown' END
  WHEN $track = 'battery_stats.data_conn' THEN CASE WHEN $value >= 0 THEN coalesce(
    [
      'Out of service', '2.5G (GPRS)', '2.7G (EDGE)', '3G (UMTS)', '3G (CDMA)', '3G (EVDO Rel 0)', '3G (EVDO Rev A)', '3G (LXRTT)',
      '3.5G (HSDPA)', '3.5G (HSUPA)', '3.5G (HSPA)', '2G (IDEN)', '3G (EVDO Rev B)', '4G (LTE)', '3.5G (eHRPD)', '3.7G (HSPA+)', '2G (GSM)',
      '3G (TD SCDMA)', 'Wifi calling (IWLAN)', '4.5G (LTE CA)', '5G (NR)', 'Emergency calls only', 'Other'
    ][cast_int!($value) + 1], 'unknown') ELSE 'unknown' END
  ELSE CAST($value AS VARCHAR)
END;

-- States over time. dur is -1 for the last state of a track; safe_dur then extends to the end of the trace.
CREATE PERFETTO VIEW android_battery_stats_state AS
SELECT
  c.ts,
  coalesce(lead(c.ts) OVER on_track - c.ts, -1) AS dur,
  lead(c.ts, 1, trace_end()) OVER on_track - c.ts AS safe_dur,
  t.name AS track_name,
  cast_int!(c.value) AS value,
  android_battery_stats_counter_to_string(t.name, c.value) AS value_name
FROM counter AS c
JOIN counter_track AS t ON t.id = c.track_id
WHERE t.name GLOB 'battery_stats.*'
WINDOW on_track AS (PARTITION BY t.name ORDER BY c.ts, c.id)
ORDER BY t.name, c.ts, c.id;

-- Activities from their start mark `+WHAT=UID:"NAME"` to their end mark `-WHAT=…`. Activities that were running when the trace started
-- have no start mark.
CREATE PERFETTO VIEW android_battery_stats_event_slices AS
WITH
  marks AS (
    SELECT s.id, s.ts, t.name AS track_name, str_split(s.name, '=', 1) AS what, starts_with(s.name, '+') AS is_start
    FROM slice AS s
    JOIN track AS t ON t.id = s.track_id
    WHERE t.name GLOB 'battery_stats.*' AND substr(s.name, 1, 1) IN ('+', '-')
  ),
  between_marks AS (
    SELECT *, lag(ts) OVER of_one AS last_ts, lead(ts) OVER of_one AS next_ts
    FROM marks
    WINDOW of_one AS (PARTITION BY track_name, what ORDER BY ts, id)
  ),
  spans AS (
    SELECT
      track_name, what,
      CASE WHEN is_start THEN ts ELSE trace_start() END AS ts,
      CASE WHEN is_start THEN next_ts ELSE ts END AS ts_end
    FROM between_marks
    WHERE is_start OR last_ts IS NULL
  )
SELECT
  ts,
  coalesce(ts_end - ts, -1) AS dur,
  coalesce(ts_end, trace_end()) - ts AS safe_dur,
  track_name,
  str_split(what, '"', 1) AS str_value,
  cast_int!(str_split(what, ':', 0)) AS int_value
FROM spans
ORDER BY track_name, what, ts;
