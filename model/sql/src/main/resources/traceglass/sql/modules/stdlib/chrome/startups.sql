-- Startups of Chrome on Android.
INCLUDE PERFETTO MODULE slices.with_context;

-- Slices of a startup, with its activity.
CREATE PERFETTO TABLE _chrome_startup_slices AS
SELECT s.id, s.name, s.ts, s.dur, s.utid, s.upid AS browser_upid, extract_arg_int(s.arg_set_id, 'startup.activity_id') AS activity_id,
  extract_arg_text(s.arg_set_id, 'startup.launch_cause') AS launch_cause
FROM thread_or_process_slice AS s
WHERE s.name IN ('Startup.ActivityStart', 'Startup.TimeToFirstVisibleContent2', 'Startup.LaunchCause')
ORDER BY s.id;

CREATE PERFETTO VIEW _startup_start_events AS
WITH
  starts AS (SELECT * FROM _chrome_startup_slices WHERE name = 'Startup.ActivityStart' AND utid IS NOT NULL),
  visible AS (SELECT * FROM _chrome_startup_slices WHERE name = 'Startup.TimeToFirstVisibleContent2' AND utid IS NULL),
  activities AS (SELECT activity_id, browser_upid FROM starts UNION SELECT activity_id, browser_upid FROM visible)
SELECT
  activity_id,
  'Startup' AS name,
  coalesce(v.ts, s.ts) AS startup_begin_ts,
  v.ts + v.dur AS first_visible_content_ts,
  browser_upid
FROM activities
LEFT JOIN visible AS v USING (activity_id, browser_upid)
LEFT JOIN starts AS s USING (activity_id, browser_upid);

-- Starts of the browser, until the first content is visible.
CREATE PERFETTO TABLE chrome_startups(
  id LONG, activity_id LONG, name STRING, startup_begin_ts TIMESTAMP, first_visible_content_ts TIMESTAMP, launch_cause STRING,
  browser_upid LONG
)
AS
SELECT
  row_number() OVER (ORDER BY e.startup_begin_ts) AS id,
  activity_id,
  e.name,
  e.startup_begin_ts,
  e.first_visible_content_ts,
  c.launch_cause,
  browser_upid
FROM _startup_start_events AS e
LEFT JOIN (SELECT * FROM _chrome_startup_slices WHERE name = 'Startup.LaunchCause' AND utid IS NOT NULL) AS c USING (activity_id, browser_upid)
ORDER BY id;
