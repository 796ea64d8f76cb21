-- User switches in cars.
INCLUDE PERFETTO MODULE android.startup.startups;

-- From the last start of a user other than 10 to each app started since, and to the end of user 10.
CREATE PERFETTO TABLE android_auto_multiuser_timing AS
WITH
  begin AS (
    SELECT name, ts, substr(name, instr(name, '-') + 1, 2) AS user_id
    FROM slice
    WHERE name GLOB 'UserController.startUser*' AND name NOT GLOB 'UserController.startUser-10*'
    ORDER BY ts DESC
    LIMIT 1
  ),
  ends AS (
    SELECT ts_end AS ts, package AS name FROM android_startups
    UNION
    SELECT ts + dur, name FROM slice WHERE name GLOB 'finishUserStopped-10*'
  )
SELECT
  b.user_id AS event_start_user_id,
  b.ts AS event_start_time,
  e.ts AS event_end_time,
  e.name AS event_end_name,
  b.name AS event_start_name,
  e.ts - b.ts AS duration
FROM ends AS e
JOIN begin AS b ON e.ts > b.ts
ORDER BY e.ts, e.name;

-- CPU time of user 10's processes in these periods.
CREATE PERFETTO VIEW _android_auto_user_10_total_cpu_time AS
SELECT cast_int!(sum(s.dur)) AS total_cpu_time, 10 AS user_id, m.event_end_name
FROM sched_slice AS s
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
JOIN android_auto_multiuser_timing AS m ON s.ts BETWEEN m.event_start_time AND m.event_end_time
WHERE (p.uid - p.android_appid) / 100000 = 10
GROUP BY m.event_end_name;

-- Memory allocated by user 10's processes in these periods: total growth of their resident memory.
CREATE PERFETTO VIEW _android_auto_user_10_total_memory AS
WITH growth AS (
  SELECT m.event_end_name, c.value - lag(c.value) OVER (PARTITION BY p.name, m.event_end_name ORDER BY c.ts, c.id) AS grown
  FROM counter AS c
  JOIN process_counter_track AS t ON t.id = c.track_id
  JOIN process AS p USING (upid)
  JOIN android_auto_multiuser_timing AS m ON c.ts BETWEEN m.event_start_time AND m.event_end_time
  WHERE t.name = 'mem.rss' AND (p.uid - p.android_appid) / 100000 = 10
)
SELECT cast_int!(sum(grown) / 1e3) AS total_memory_usage_kb, 10 AS user_id, event_end_name
FROM growth
WHERE grown > 0
GROUP BY event_end_name;

-- The periods together with the resources still used by the previous user.
CREATE PERFETTO VIEW android_auto_multiuser_timing_with_previous_user_resource_usage AS
SELECT m.*, c.user_id, c.total_cpu_time, r.total_memory_usage_kb
FROM android_auto_multiuser_timing AS m
LEFT JOIN _android_auto_user_10_total_cpu_time AS c USING (event_end_name)
LEFT JOIN _android_auto_user_10_total_memory AS r USING (event_end_name);
