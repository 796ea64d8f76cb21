-- OOM scores of processes, which determine the process to kill when memory is low.
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE counters.intervals;

-- Coarse meaning of a score.
CREATE PERFETTO FUNCTION android_oom_adj_score_to_bucket_name(oom_score LONG) RETURNS STRING AS
SELECT CASE
  WHEN $oom_score >= 900 THEN 'cached'
  WHEN $oom_score >= 250 THEN 'background'
  WHEN $oom_score > 200 THEN 'job'
  WHEN $oom_score = 200 THEN 'foreground_service'
  WHEN $oom_score >= 100 THEN 'bfgs'
  WHEN $oom_score >= 0 THEN 'foreground'
  WHEN $oom_score < 0 THEN 'system'
END;

-- Meaning of a score, with the names of Android's ProcessList; without score, whether the process belongs to an app.
CREATE PERFETTO FUNCTION android_oom_adj_score_to_detailed_bucket_name(value LONG, android_appid LONG) RETURNS STRING AS
SELECT CASE
  WHEN $value = -1000 THEN 'native'
  WHEN $value = -900 THEN 'system'
  WHEN $value = -800 THEN 'persistent_proc'
  WHEN $value = -700 THEN 'persistent_service'
  WHEN $value = -600 THEN 'logcat'
  WHEN $value = 0 THEN 'foreground_app'
  WHEN $value = 50 THEN 'perceptible_foreground_app'
  WHEN $value >= 950 THEN 'cached_app_lmk_first'
  WHEN $value >= 900 THEN 'cached_app'
  WHEN $value >= 100 THEN
    CASE
      WHEN $value < 200 THEN 'visible_app'
      WHEN $value < 225 THEN 'perceptible_app'
      WHEN $value < 250 THEN 'perceptible_medium_app'
      WHEN $value < 300 THEN 'perceptible_low_app'
      ELSE ['backup', 'heavy_weight_app', 'service', 'home_app', 'previous_app', 'service_b'][$value / 100 - 2]
    END
  WHEN $android_appid IS NULL THEN 'unknown'
  WHEN $android_appid < 10000 THEN 'unknown_native'
  ELSE 'unknown_app'
END;

-- Scores over time, each with the last update of all scores before it.
CREATE PERFETTO TABLE _oom_adjuster_intervals AS
WITH
  updates AS (
    SELECT
      s.id AS oom_adj_id,
      s.ts AS oom_adj_ts,
      s.dur AS oom_adj_dur,
      s.track_id AS oom_adj_track_id,
      s.utid AS oom_adj_utid,
      s.thread_name AS oom_adj_thread_name,
      str_split(s.name, '_', 1) AS oom_adj_reason,
      p.name AS oom_adj_trigger
    FROM thread_slice AS s
    LEFT JOIN slice AS p ON p.id = s.parent_id AND p.dur <> -1
    WHERE s.name GLOB 'updateOomAdj_*' AND s.process_name = 'system_server'
  ),
  scores AS (
    SELECT c.id, c.ts, c.track_id, c.value
    FROM counter AS c
    JOIN counter_track AS t ON t.id = c.track_id
    WHERE t.name = 'oom_score_adj'
  ),
  intervals AS (
    SELECT c.ts, c.dur, cast_int!(c.value) AS score, p.upid, p.name AS process_name, p.android_appid, c.track_id
    FROM counter_leading_intervals!(scores) AS c
    JOIN process_counter_track AS t ON t.id = c.track_id
    JOIN process AS p USING (upid)
  )
SELECT
  i.ts, i.dur, i.score, i.upid, i.process_name, u.oom_adj_id, u.oom_adj_ts, u.oom_adj_dur, u.oom_adj_track_id, u.oom_adj_thread_name,
  u.oom_adj_utid, u.oom_adj_reason, u.oom_adj_trigger, i.android_appid
FROM intervals AS i
ASOF LEFT JOIN updates AS u ON i.ts > u.oom_adj_ts
ORDER BY i.track_id, i.ts;

-- Scores over time with their meanings.
CREATE PERFETTO VIEW android_oom_adj_intervals AS
SELECT
  ts, dur, score, android_oom_adj_score_to_bucket_name(score) AS bucket, upid, process_name, oom_adj_id, oom_adj_ts, oom_adj_dur,
  oom_adj_track_id, oom_adj_thread_name, oom_adj_reason, oom_adj_trigger
FROM _oom_adjuster_intervals;
