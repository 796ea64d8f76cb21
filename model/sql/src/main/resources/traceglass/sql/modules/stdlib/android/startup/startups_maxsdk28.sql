-- Startups of Android 9 and older.
INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE android.startup.startup_events;
INCLUDE PERFETTO MODULE slices.with_context;

-- Launches, and activities resumed outside of launches, which end with the next frame: those are hot startups.
CREATE PERFETTO TABLE _startups_maxsdk28 AS
WITH
  resumes AS (
    SELECT s.id, s.ts, coalesce(s.process_name, s.thread_name, 'unknown') AS package
    FROM thread_slice AS s
    WHERE s.name = 'activityResume' AND s.is_main_thread = 1
      AND NOT EXISTS (SELECT 1 FROM _startup_events AS e WHERE s.ts BETWEEN e.ts AND e.ts_end)
  ),
  frames AS (SELECT ts, ts + dur AS ts_end FROM android_frames),
  startups AS (
    SELECT ts, ts_end, package_name AS package, CAST(NULL AS VARCHAR) AS startup_type FROM _startup_events
    UNION ALL
    SELECT r.ts, f.ts_end, r.package, 'hot' FROM resumes AS r ASOF JOIN frames AS f ON f.ts > r.ts
  )
SELECT ts, ts_end, ts_end - ts AS dur, package, startup_type
FROM startups
ORDER BY ts;
