-- Threads to examine for a late frame.
INCLUDE PERFETTO MODULE slices.with_context;

-- Processes by type; for a renderer, the one that the latency belongs to.
CREATE PERFETTO FUNCTION _processes_by_type_for_event_latency(type STRING, thread STRING, event_latency_id LONG)
RETURNS TABLE(upid LONG) AS
SELECT p.upid
FROM process AS p
WHERE $type = 'Renderer' AND p.upid IN (SELECT s.upid FROM process_slice AS s WHERE s.id = $event_latency_id)
  OR $type = 'GPU' AND $thread = 'surfaceflinger' AND p.upid = (SELECT min(q.upid) FROM process AS q WHERE q.name GLOB '*surfaceflinger*')
  OR $type = 'GPU' AND $thread <> 'surfaceflinger' AND (p.name = 'Gpu' OR p.name GLOB '*.chrome*:privileged_process*')
  OR $type = 'Browser' AND (p.name = 'Browser' OR p.name GLOB '*.chrome');

-- Threads with a name in such processes that have slices during the latency.
CREATE PERFETTO FUNCTION chrome_select_scroll_jank_cause_thread(event_latency_id LONG, process_type STRING, thread_name STRING)
RETURNS TABLE(utid JOINID(thread.id)) AS
SELECT DISTINCT t.utid
FROM thread_slice AS t
JOIN slice AS e ON e.id = $event_latency_id AND t.ts >= e.ts AND t.ts <= e.ts + e.dur
WHERE t.thread_name = $thread_name
  AND t.upid IN (SELECT p.upid FROM _processes_by_type_for_event_latency($process_type, $thread_name, $event_latency_id) AS p)
ORDER BY t.utid;
