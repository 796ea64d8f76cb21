-- Time of a startup until the first frame was displayed, and until the app reported that it is fully drawn.
INCLUDE PERFETTO MODULE android.startup.startups;
INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE slices.with_context;

-- If no participating process is known, the process named like the package.
CREATE PERFETTO VIEW _startups_with_upid AS
WITH named AS (SELECT s.startup_id, p.upid FROM android_startups AS s JOIN process AS p ON p.name GLOB s.package)
SELECT s.startup_id, s.ts, s.ts_end, s.dur, s.package, s.startup_type, coalesce(p.upid, n.upid) AS upid
FROM android_startups AS s
LEFT JOIN android_startup_processes AS p USING (startup_id)
LEFT JOIN named AS n ON n.startup_id = s.startup_id AND p.upid IS NULL;

-- First frame of the process since the start, until its draw ends.
CREATE PERFETTO TABLE _ttid AS
WITH first_frame AS (
  SELECT s.startup_id, f.frame_id, f.draw_frame_id, s.ts AS startup_ts, s.upid
  FROM _startups_with_upid AS s
  JOIN android_frames AS f ON f.upid = s.upid AND f.ts >= s.ts
  QUALIFY row_number() OVER (PARTITION BY s.startup_id ORDER BY f.frame_id, s.upid) = 1
)
SELECT f.startup_id, f.frame_id, f.draw_frame_id, d.ts + d.dur - f.startup_ts AS ttid, f.upid
FROM first_frame AS f
JOIN slice AS d ON d.id = f.draw_frame_id;

-- First frame that ends after the app's report that it is fully drawn.
CREATE PERFETTO TABLE _ttfd AS
WITH
  reports AS (
    SELECT s.startup_id, s.ts AS startup_ts, t.ts AS report_ts, t.utid, s.upid
    FROM _startups_with_upid AS s
    JOIN thread_slice AS t ON t.upid = s.upid AND t.ts >= s.ts
    WHERE t.name GLOB 'reportFullyDrawn*' AND t.is_main_thread = 1
    QUALIFY row_number() OVER (PARTITION BY s.startup_id ORDER BY t.id) = 1
  ),
  first_frame AS (
    SELECT r.startup_id, f.frame_id, f.draw_frame_id, r.startup_ts, r.upid
    FROM reports AS r
    JOIN android_frames AS f ON f.ui_thread_utid = r.utid AND f.ts + f.dur > r.report_ts
    QUALIFY row_number() OVER (PARTITION BY r.startup_id ORDER BY f.frame_id) = 1
  )
SELECT f.startup_id, f.frame_id, f.draw_frame_id, d.ts + d.dur - f.startup_ts AS ttfd, f.upid
FROM first_frame AS f
JOIN slice AS d ON d.id = f.draw_frame_id;

-- Nanoseconds from the start of the startup to the initial and to the full display.
CREATE PERFETTO TABLE android_startup_time_to_display AS
SELECT
  s.startup_id,
  i.ttid AS time_to_initial_display,
  f.ttfd AS time_to_full_display,
  i.frame_id AS ttid_frame_id,
  f.frame_id AS ttfd_frame_id,
  i.upid
FROM android_startups AS s
LEFT JOIN _ttid AS i USING (startup_id)
LEFT JOIN _ttfd AS f USING (startup_id)
ORDER BY s.startup_id;
