-- Startups of apps, with their processes, threads and slices.
INCLUDE PERFETTO MODULE android.process_metadata;
INCLUDE PERFETTO MODULE android.startup.startups_maxsdk28;
INCLUDE PERFETTO MODULE android.startup.startups_minsdk29;
INCLUDE PERFETTO MODULE android.startup.startups_minsdk33;
INCLUDE PERFETTO MODULE android.startup.startup_events;
INCLUDE PERFETTO MODULE android.version;

-- The format of the marks is determined by the version, or by the marks that exist.
CREATE PERFETTO TABLE _android_startups_raw AS
WITH way AS (
  SELECT
    CASE
      WHEN _android_sdk_version() >= 33 THEN 33
      WHEN _android_sdk_version() >= 29 THEN 29
      WHEN _android_sdk_version() IS NOT NULL THEN 28
      WHEN EXISTS (SELECT 1 FROM slice WHERE name GLOB 'launchingActivity#*:*') THEN 33
      WHEN EXISTS (SELECT 1 FROM slice WHERE name GLOB 'MetricsLogger:*') THEN 29
      ELSE 28
    END AS sdk
)
SELECT row_number() OVER (ORDER BY ts) - 1 AS startup_id, ts, ts_end, dur, package, startup_type
FROM _startups_maxsdk28
WHERE (SELECT sdk FROM way) = 28
UNION ALL
SELECT row_number() OVER (ORDER BY ts) - 1, ts, ts_end, dur, package, startup_type
FROM _startups_minsdk29
WHERE (SELECT sdk FROM way) = 29
UNION ALL
SELECT startup_id, ts, ts_end, dur, package, startup_type
FROM _startups_minsdk33
WHERE (SELECT sdk FROM way) = 33;

-- Slices of a main thread while its process starts.
CREATE PERFETTO TABLE _startup_indicator_slices AS
SELECT s.ts, s.name, s.track_id, t.utid
FROM slice AS s
JOIN thread_track AS t ON t.id = s.track_id
WHERE s.name IN ('bindApplication', 'activityStart', 'activityResume');

-- Processes that participate in a startup. Unless the system reports the type: cold if the app was bound, warm if its activity was
-- started, hot if it was only resumed.
CREATE PERFETTO TABLE android_startup_processes AS
WITH
  candidates AS (
    SELECT l.startup_id, l.ts, l.ts_end, l.startup_type, p.upid, p.pid, t.utid
    FROM _android_startups_raw AS l
    JOIN android_process_metadata AS p
      ON p.package_name = l.package OR starts_with(p.process_name, l.package) AND NOT EXISTS (SELECT 1 FROM package_list)
    JOIN thread AS t ON t.upid = p.upid AND t.is_main_thread = 1
  ),
  seen AS (
    SELECT
      c.startup_id, c.startup_type, c.upid, c.pid, c.utid,
      count_if(s.name = 'bindApplication') > 0 AS is_bound,
      count_if(s.name = 'activityStart') > 0 AS is_started
    FROM candidates AS c
    JOIN _startup_indicator_slices AS s ON s.utid = c.utid AND s.ts >= c.ts AND s.ts < c.ts_end
    GROUP BY ALL
    HAVING count_if(s.name = 'activityResume') > 0
  )
SELECT
  startup_id, upid, pid,
  coalesce(startup_type, CASE WHEN NOT is_started THEN 'hot' WHEN is_bound THEN 'cold' ELSE 'warm' END) AS startup_type
FROM seen
ORDER BY startup_id, upid;

-- Startups. dur_without_trampoline excludes an activity that only starts the next one (a trampoline).
CREATE PERFETTO VIEW android_startups AS
WITH
  launched AS (
    SELECT
      r.startup_id,
      arg_max(e.dur, e.ts) FILTER (e.package_name = r.package) AS dur,
      max(e.ts) FILTER (e.package_name = r.package) AS last_ts,
      min(e.ts) AS first_ts
    FROM _android_startups_raw AS r
    JOIN _startup_events AS e ON e.ts >= r.ts AND e.ts < r.ts_end
    GROUP BY r.startup_id
  ),
  types AS (SELECT startup_id, max(startup_type) AS startup_type FROM android_startup_processes GROUP BY startup_id)
SELECT
  r.startup_id,
  r.ts,
  r.ts_end,
  r.dur,
  CASE WHEN l.last_ts > l.first_ts THEN l.dur ELSE r.dur END AS dur_without_trampoline,
  r.package,
  coalesce(r.startup_type, t.startup_type) AS startup_type
FROM (SELECT * FROM _android_startups_raw QUALIFY row_number() OVER (PARTITION BY startup_id ORDER BY ts) = 1) AS r
LEFT JOIN launched AS l USING (startup_id)
LEFT JOIN types AS t USING (startup_id)
ORDER BY r.startup_id;

-- Threads of the participating processes.
CREATE PERFETTO VIEW android_startup_threads AS
SELECT s.startup_id, s.ts, s.dur, p.upid, p.pid, t.utid, t.tid, t.name AS thread_name, t.is_main_thread
FROM android_startups AS s
JOIN android_startup_processes AS p USING (startup_id)
JOIN thread AS t USING (upid);

-- Slices of these threads that start during the startup.
CREATE PERFETTO VIEW android_thread_slices_for_all_startups AS
SELECT
  st.ts AS startup_ts,
  st.ts + st.dur AS startup_ts_end,
  st.startup_id,
  st.utid,
  st.tid,
  st.thread_name,
  st.is_main_thread,
  s.arg_set_id,
  s.id AS slice_id,
  s.name AS slice_name,
  s.ts AS slice_ts,
  s.dur AS slice_dur
FROM android_startup_threads AS st
JOIN thread_track AS t USING (utid)
JOIN slice AS s ON s.track_id = t.id
WHERE s.ts BETWEEN st.ts AND st.ts + st.dur;

-- Slices of one startup whose name matches a GLOB pattern.
CREATE PERFETTO FUNCTION android_slices_for_startup_and_slice_name(startup_id LONG, slice_name STRING)
RETURNS TABLE(slice_id LONG, slice_name STRING, slice_ts LONG, slice_dur LONG, thread_name STRING, tid LONG, arg_set_id LONG) AS
SELECT s.slice_id, s.slice_name, s.slice_ts, s.slice_dur, s.thread_name, s.tid, s.arg_set_id
FROM android_thread_slices_for_all_startups AS s
WHERE s.startup_id = $startup_id AND s.slice_name GLOB $slice_name;

-- Loaded classes.
CREATE PERFETTO VIEW android_class_loading_for_startup AS
SELECT slice_id, startup_id, slice_name, slice_ts, slice_dur, thread_name, tid, arg_set_id
FROM android_thread_slices_for_all_startups
WHERE slice_name GLOB 'L*;';

-- Binder transactions of a startup that took longer than a number of nanoseconds, with the called process.
CREATE PERFETTO FUNCTION android_binder_transaction_slices_for_startup(startup_id LONG, threshold DOUBLE)
RETURNS TABLE(id LONG, slice_dur LONG, thread_name STRING, process STRING, arg_set_id LONG, is_main_thread LONG) AS
SELECT s.slice_id AS id, s.slice_dur, s.thread_name, p.name AS process, s.arg_set_id, s.is_main_thread
FROM android_thread_slices_for_all_startups AS s
JOIN args AS a ON a.arg_set_id = s.arg_set_id AND a.key = 'destination process'
JOIN process AS p ON p.pid = a.int_value
WHERE s.startup_id = $startup_id AND s.slice_name = 'binder transaction' AND s.slice_dur > $threshold;

-- Time in slices whose name matches a GLOB pattern, for all threads combined.
CREATE PERFETTO FUNCTION android_sum_dur_for_startup_and_slice(startup_id LONG, slice_name STRING) RETURNS LONG AS
SELECT sum(s.slice_dur)
FROM android_thread_slices_for_all_startups AS s
WHERE s.startup_id = $startup_id AND s.slice_name GLOB $slice_name;

-- Time in matching slices on main threads only.
CREATE PERFETTO FUNCTION android_sum_dur_on_main_thread_for_startup_and_slice(startup_id LONG, slice_name STRING) RETURNS LONG AS
SELECT sum(s.slice_dur)
FROM android_thread_slices_for_all_startups AS s
WHERE s.startup_id = $startup_id AND s.slice_name GLOB $slice_name AND s.is_main_thread = 1;
