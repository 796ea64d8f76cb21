-- Jobs run by JobScheduler.

-- Slices on the system server's track, `*job*<UID>PACKAGE/SERVICE#ID`. A job that is still running extends to the end of the trace.
CREATE PERFETTO TABLE android_job_scheduler_events AS
SELECT
  cast_int!(str_split(s.name, '#', 1)) AS job_id,
  cast_int!(str_split(str_split(s.name, '<', 1), '>', 0)) AS uid,
  str_split(str_split(s.name, '>', 1), '/', 0) AS package_name,
  str_split(str_split(s.name, '/', 1), '#', 0) AS job_service_name,
  s.track_id,
  s.id,
  s.ts,
  CASE WHEN s.dur = -1 THEN trace_end() - s.ts ELSE s.dur END AS dur
FROM slice AS s
JOIN process_track AS t ON t.id = s.track_id
JOIN process AS p USING (upid)
WHERE p.name = 'system_server' AND t.name = 'JobScheduler' AND s.name GLOB '*job*'
ORDER BY s.id;
