-- Apps that did not respond (ANRs).

-- Kind of ANR, derived from the subject of its report.
CREATE PERFETTO FUNCTION _extract_anr_type(subject STRING, process_name STRING) RETURNS STRING AS
SELECT CASE
  WHEN $subject IS NULL THEN NULL
  WHEN starts_with($subject, 'Broadcast of') THEN 'BROADCAST_OF_INTENT'
  WHEN starts_with($subject, 'Input dispatching timed out') THEN
    CASE
      WHEN contains($subject, 'does not have a focused window')
        OR contains($subject, 'Waiting because no window has focus but there is a focused application')
        THEN 'INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW'
      ELSE 'INPUT_DISPATCHING_TIMEOUT'
    END
  WHEN starts_with($subject, 'Context.startForegroundService() did not then call Service.startForeground()') THEN 'START_FOREGROUND_SERVICE'
  WHEN starts_with($subject, 'executing service') THEN 'EXECUTING_SERVICE'
  WHEN starts_with($subject, 'ContentProvider not responding') THEN 'CONTENT_PROVIDER_NOT_RESPONDING'
  WHEN $subject = 'App requested: Buffer processing hung up due to stuck fence. Indicates GPU hang' THEN 'GPU_HANG'
  WHEN starts_with($subject, 'No response to onStartJob') THEN 'JOB_SERVICE_START'
  WHEN starts_with($subject, 'No response to onStopJob') THEN 'JOB_SERVICE_STOP'
  WHEN starts_with($subject, 'Timed out while trying to bind') THEN 'JOB_SERVICE_BIND'
  WHEN $subject GLOB 'Process ProcessRecord{*} failed to complete startup' THEN 'BIND_APPLICATION'
  WHEN starts_with($subject, 'A foreground service of FOREGROUND_SERVICE_TYPE_SHORT_SERVICE did not stop within a timeout') THEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT'
  WHEN starts_with($subject, 'A foreground service of type') THEN 'FOREGROUND_SERVICE_TIMEOUT'
  WHEN starts_with($subject, 'App requested: ') THEN 'APP_TRIGGERED'
  WHEN starts_with($subject, 'required notification not provided') THEN 'JOB_SERVICE_NOTIFICATION_NOT_PROVIDED'
  WHEN $process_name = 'system_server' THEN 'SYSTEM_SERVER_WATCHDOG_TIMEOUT'
  ELSE 'UNKNOWN_ANR_TYPE'
END;

-- Returns whether a broadcast was sent in the background: its intent's flags lack FLAG_RECEIVER_FOREGROUND (0x10000000).
CREATE PERFETTO FUNCTION _anr_is_background_broadcast(subject STRING) RETURNS BOOL AS
SELECT $subject GLOB 'Broadcast of Intent * flg=*' AND unhex(str_split(str_split($subject, ' flg=', 1), ' ', 0)) & 268435456 = 0;

-- Android's own time limit in milliseconds, if there is one that does not depend on the app.
CREATE PERFETTO FUNCTION _default_anr_dur(anr_type STRING, subject STRING) RETURNS LONG AS
SELECT CASE
  WHEN $anr_type = 'BROADCAST_OF_INTENT' THEN CASE WHEN _anr_is_background_broadcast($subject) THEN 60000 ELSE 10000 END
  WHEN $anr_type IN ('INPUT_DISPATCHING_TIMEOUT', 'INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW') THEN 5000
  WHEN $anr_type IN ('JOB_SERVICE_START', 'JOB_SERVICE_STOP', 'JOB_SERVICE_BIND', 'JOB_SERVICE_NOTIFICATION_NOT_PROVIDED') THEN 8000
  WHEN $anr_type = 'BIND_APPLICATION' THEN 15000
  WHEN $anr_type = 'EXECUTING_SERVICE' THEN 20000
  WHEN $anr_type IN ('START_FOREGROUND_SERVICE', 'FOREGROUND_SERVICE_TIMEOUT') THEN 30000
  WHEN $anr_type = 'FOREGROUND_SHORT_SERVICE_TIMEOUT' THEN 180000
END;

-- Names of the kinds of ANR in timers of the platform.
CREATE PERFETTO FUNCTION _platform_to_standard_anr_type(platform STRING) RETURNS STRING AS
SELECT CASE $platform
  WHEN 'BROADCAST_TIMEOUT' THEN 'BROADCAST_OF_INTENT'
  WHEN 'SERVICE_TIMEOUT' THEN 'EXECUTING_SERVICE'
  WHEN 'SHORT_FGS_TIMEOUT' THEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT'
  WHEN 'SERVICE_FOREGROUND_TIMEOUT' THEN 'FOREGROUND_SERVICE_TIMEOUT'
  WHEN 'JobScheduler' THEN NULL
  ELSE $platform
END;

-- Action of the broadcast that was not handled.
CREATE PERFETTO FUNCTION _get_intent(anr_type STRING, subject STRING) RETURNS STRING AS
SELECT CASE
  WHEN $anr_type <> 'BROADCAST_OF_INTENT' THEN NULL
  WHEN $subject GLOB 'Broadcast of Intent *act=*' THEN str_split(substr($subject, instr($subject, 'act=') + 4), ' ', 0)
  WHEN $subject GLOB 'Broadcast of */u*' THEN str_split(substr($subject, instr($subject, 'Broadcast of ') + 13), '/u', 0)
END;

-- Component that did not respond, or the app's request.
CREATE PERFETTO FUNCTION _get_component(anr_type STRING, subject STRING) RETURNS STRING AS
SELECT CASE
  WHEN $anr_type = 'BROADCAST_OF_INTENT' THEN str_split(str_split($subject, ' cmp=', 1), ' ', 0)
  WHEN $anr_type = 'INPUT_DISPATCHING_TIMEOUT' THEN str_split(substr($subject, instr($subject, '(') + 1), ' ', 1)
  WHEN $anr_type = 'START_FOREGROUND_SERVICE' THEN nullif(regexp_extract($subject, ' u[^ ]* ([^ ]*)', 1), '')
  WHEN $anr_type = 'EXECUTING_SERVICE' THEN str_split(substr($subject, instr($subject, 'executing service ') + 18), ',', 0)
  WHEN $anr_type IN ('FOREGROUND_SHORT_SERVICE_TIMEOUT', 'FOREGROUND_SERVICE_TIMEOUT') THEN str_split(str_split($subject, 'ComponentInfo{', 1), '}', 0)
  WHEN $anr_type = 'APP_TRIGGERED' THEN substr($subject, instr($subject, 'App requested: ') + 15)
END;

-- ANRs, which the system server marks with counters: `ErrorId:PROCESS PID#ID`, `Subject(for ErrorId ID):TEXT`. A timer that expired
-- before determines the kind and the limit.
CREATE PERFETTO TABLE android_anrs AS
WITH
  marks AS (
    SELECT t.id, t.name
    FROM process_counter_track AS t
    JOIN process AS p USING (upid)
    WHERE p.name = 'system_server' AND (t.name GLOB 'ErrorId:*' OR t.name GLOB 'Subject(for ErrorId *')
  ),
  reports AS (
    SELECT
      m.id AS track_id,
      c.id,
      str_split(substr(str_split(m.name, '#', 0), 9), ' ', 0) AS process_name,
      cast_int!(str_split(substr(str_split(m.name, '#', 0), 9), ' ', 1)) AS pid,
      str_split(m.name, '#', 1) AS error_id,
      c.ts
    FROM marks AS m
    JOIN counter AS c ON c.track_id = m.id
    WHERE m.name GLOB 'ErrorId:*'
  ),
  subjects AS (
    SELECT substr(str_split(name, ')', 0), 21) AS error_id, substr(name, instr(name, ')') + 2) AS subject
    FROM marks
    WHERE name GLOB 'Subject(for ErrorId *'
  ),
  timers AS (
    SELECT
      ts,
      cast_int!(str_split(name, ',', 1)) AS pid,
      str_split(name, ',', 3) AS anr_type,
      cast_int!(str_split(rtrim(name, ')'), ',', 4)) AS anr_dur_ms
    FROM slice
    WHERE name GLOB 'expired(*,*,*,*,*)'
  ),
  described AS (
    SELECT
      r.track_id, r.id, r.process_name, r.pid, r.error_id, r.ts, s.subject,
      r.ts - t.ts AS timer_delay,
      coalesce(_platform_to_standard_anr_type(t.anr_type), _extract_anr_type(s.subject, r.process_name)) AS anr_type,
      coalesce(
        t.anr_dur_ms,
        CASE WHEN s.subject GLOB '*Blocked in* for *s*' THEN cast_int!(nullif(regexp_extract(s.subject, ' for ([0-9]+)s', 1), '')) * 1000 END
      ) AS anr_dur_ms
    FROM reports AS r
    LEFT JOIN subjects AS s USING (error_id)
    ASOF LEFT JOIN timers AS t ON t.pid = r.pid AND r.ts >= t.ts
  )
SELECT
  d.process_name,
  d.pid,
  p.upid,
  d.error_id,
  d.ts,
  d.anr_type,
  d.subject,
  _get_intent(d.anr_type, d.subject) AS intent,
  _get_component(d.anr_type, d.subject) AS component,
  d.timer_delay,
  d.anr_dur_ms,
  _default_anr_dur(d.anr_type, d.subject) AS default_anr_dur_ms
FROM described AS d
LEFT JOIN process AS p ON p.pid = d.pid
ORDER BY d.track_id, d.id;
