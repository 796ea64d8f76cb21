-- Counters of the frame tracker for a journey: counters `J<NAME>#WHAT` of the process, set at the end of the journey.
INCLUDE PERFETTO MODULE android.cujs.base;

-- Marks of missed vsync callbacks, on tracks named like journeys.
CREATE PERFETTO VIEW _marker_missed_callback AS
SELECT t.name AS cuj_slice_name, s.ts, s.name AS marker_name
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
WHERE s.name GLOB '*FT#Missed*';

CREATE PERFETTO TABLE _android_jank_cuj_counter AS
WITH tracks AS (
  SELECT DISTINCT t.upid, t.id AS track_id, str_split(str_split(t.name, '>#', 0), '<', 1) AS cuj_name, str_split(t.name, '#', 1) AS counter_name
  FROM process_counter_track AS t
  JOIN android_jank_cuj AS c ON c.upid = t.upid
  WHERE t.name GLOB 'J<*>#*'
)
SELECT c.ts, t.upid, t.cuj_name, t.counter_name, cast_int!(c.value) AS value
FROM counter AS c
JOIN tracks AS t ON t.track_id = c.track_id
ORDER BY c.ts, c.id;

-- One row per journey. Its counters are the first ones after it, before the next journey of that name; non-system apps may set them
-- slightly earlier.
CREATE PERFETTO TABLE _android_jank_cuj_counter_metrics AS
WITH
  cujs AS (
    SELECT
      cuj_id, cuj_name, cuj_slice_name, upid, state,
      CASE
        WHEN process_name GLOB 'com.android.*' OR process_name = 'com.google.android.apps.nexuslauncher' THEN ts_end
        ELSE greatest(ts, ts_end - 4000000)
      END AS ts_from,
      coalesce(lead(ts_end) OVER (PARTITION BY cuj_name ORDER BY ts_end), 9223372036854775807) AS ts_to
    FROM android_jank_cuj
  ),
  counted AS (
    SELECT j.cuj_id, c.counter_name, arg_min(c.value, c.ts) AS value
    FROM cujs AS j
    JOIN _android_jank_cuj_counter AS c ON c.cuj_name = j.cuj_name AND c.ts BETWEEN j.ts_from AND j.ts_to
    GROUP BY j.cuj_id, c.counter_name
  ),
  missed AS (
    SELECT j.cuj_id, count_if(contains(m.marker_name, 'SF')) AS sf, count_if(contains(m.marker_name, 'HWUI')) AS hwui
    FROM cujs AS j
    JOIN _marker_missed_callback AS m ON m.cuj_slice_name = j.cuj_slice_name AND m.ts BETWEEN j.ts_from AND j.ts_to
    GROUP BY j.cuj_id
  )
SELECT
  j.cuj_id,
  j.cuj_name,
  j.upid,
  j.state,
  max(c.value) FILTER (c.counter_name = 'totalFrames') AS total_frames,
  max(c.value) FILTER (c.counter_name = 'missedFrames') AS missed_frames,
  max(c.value) FILTER (c.counter_name = 'missedAppFrames') AS missed_app_frames,
  max(c.value) FILTER (c.counter_name = 'missedSfFrames') AS missed_sf_frames,
  max(c.value) FILTER (c.counter_name = 'maxSuccessiveMissedFrames') AS missed_frames_max_successive,
  max(c.value) FILTER (c.counter_name = 'totalAnimTime') AS anim_duration_ms,
  max(c.value) FILTER (c.counter_name = 'weightedJank') / 1000.0 AS weighted_missed_frames,
  max(c.value) FILTER (c.counter_name = 'weightedAppJank') / 1000.0 AS weighted_missed_app_frames,
  max(c.value) FILTER (c.counter_name = 'weightedSfJank') / 1000.0 AS weighted_missed_sf_frames,
  max(c.value) FILTER (c.counter_name = 'maxFrameTimeMillis') * 1000000 AS frame_dur_max,
  coalesce(max(m.sf), 0) AS sf_callback_missed_frames,
  coalesce(max(m.hwui), 0) AS hwui_callback_missed_frames
FROM cujs AS j
LEFT JOIN counted AS c ON c.cuj_id = j.cuj_id
LEFT JOIN missed AS m ON m.cuj_id = j.cuj_id
GROUP BY j.cuj_id, j.cuj_name, j.upid, j.state
ORDER BY j.cuj_id;
