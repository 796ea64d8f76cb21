-- App launches as marked by the system server.
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE _startup_events AS
SELECT s.ts, s.dur, s.ts + s.dur AS ts_end, str_split(s.name, ': ', 1) AS package_name
FROM process_slice AS s
WHERE s.name GLOB 'launching: *' AND (s.process_name IS NULL OR s.process_name = 'system_server')
ORDER BY s.id;
