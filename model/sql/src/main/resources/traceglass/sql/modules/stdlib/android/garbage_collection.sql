-- Garbage collections of apps, with freed memory and cost.
INCLUDE PERFETTO MODULE android.startup.startups;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- Collections; a concurrent collection includes the compaction that follows on its thread.
CREATE PERFETTO TABLE _gc_slice AS
WITH top AS (
  SELECT
    id, name, ts, CASE WHEN dur = -1 THEN trace_end() - ts ELSE dur END AS dur, utid, tid, upid, pid, thread_name, process_name,
    lead(name) OVER on_track AS next_name,
    lead(dur) OVER on_track AS next_dur
  FROM thread_slice
  WHERE depth = 0
  WINDOW on_track AS (PARTITION BY track_id ORDER BY ts, id)
)
SELECT
  id AS gc_id, name AS gc_name, ts AS gc_ts, ts,
  dur + CASE WHEN next_name IN ('CompactionPhase', 'Background concurrent copying GC') THEN next_dur ELSE 0 END AS gc_dur,
  dur + CASE WHEN next_name IN ('CompactionPhase', 'Background concurrent copying GC') THEN next_dur ELSE 0 END AS dur,
  utid, tid, upid, pid, thread_name, process_name
FROM top
WHERE name GLOB '*concurrent*GC'
ORDER BY id;

-- Sizes of Java heaps in kB, each until the next.
CREATE PERFETTO TABLE _gc_heap_counter AS
SELECT c.id, c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id) - c.ts AS dur, t.upid, cast_int!(c.value) AS value
FROM counter AS c
JOIN process_counter_track AS t ON t.id = c.track_id
JOIN process AS p ON p.upid = t.upid
WHERE t.name = 'Heap size (KB)'
ORDER BY c.id;

-- Collections with the smallest and largest heap size from their start to the first size reported after their end. If another
-- collection of the process ends before that, the size belongs to the other one, and both values are unknown.
CREATE PERFETTO TABLE _gc_slice_heap AS
WITH
  collections AS (SELECT gc_id AS id, ts, dur, upid FROM _gc_slice WHERE dur > 0),
  sizes AS (SELECT id, ts, dur, upid FROM _gc_heap_counter WHERE dur > 0),
  during AS (
    SELECT ii.id_0 AS gc_id, min(h.value) AS least_value, max(h.value) AS most_value
    FROM _interval_intersect!((collections, sizes), (upid)) AS ii
    JOIN _gc_heap_counter AS h ON h.id = ii.id_1
    WHERE ii.dur > 0
    GROUP BY ii.id_0
  ),
  ends AS (
    SELECT upid, gc_ts + gc_dur AS ts, gc_id, NULL AS value FROM _gc_slice
    UNION ALL
    SELECT upid, ts, NULL, value FROM _gc_heap_counter
  ),
  followed AS (SELECT gc_id, lead(value) OVER (PARTITION BY upid ORDER BY ts, gc_id NULLS LAST) AS value FROM ends)
SELECT
  g.ts, g.dur, g.upid, g.gc_id, g.gc_name, g.gc_ts, g.gc_dur, g.utid, g.tid, g.pid, g.thread_name, g.process_name,
  h.value AS last_value,
  CASE
    WHEN contains(g.gc_name, 'NativeAlloc') THEN 'native_alloc'
    WHEN contains(g.gc_name, 'Alloc') THEN 'alloc'
    WHEN contains(g.gc_name, 'young') THEN 'young'
    WHEN contains(g.gc_name, 'CollectorTransition') THEN 'collector_transition'
    WHEN contains(g.gc_name, 'Explicit') THEN 'explicit'
    ELSE 'full'
  END AS gc_type,
  CASE WHEN contains(g.gc_name, 'mark compact') THEN 1 ELSE 0 END AS is_mark_compact,
  CASE WHEN h.value IS NOT NULL THEN greatest(d.most_value, h.value) / 1e3 END AS max_heap_mb,
  CASE WHEN h.value IS NOT NULL THEN least(d.least_value, h.value) / 1e3 END AS min_heap_mb
FROM _gc_slice AS g
JOIN during AS d ON d.gc_id = g.gc_id
JOIN followed AS h ON h.gc_id = g.gc_id
ORDER BY g.gc_id;

-- Collections with the states of their thread.
CREATE PERFETTO TABLE android_garbage_collection_events AS
WITH
  collections AS (SELECT gc_id AS id, ts, dur, utid FROM _gc_slice_heap),
  states AS (SELECT id, ts, dur, utid FROM thread_state WHERE dur > 0 AND utid IN (SELECT utid FROM _gc_slice_heap)),
  spent AS (
    SELECT
      ii.id_0 AS gc_id,
      sum(ii.dur) FILTER (s.state = 'Running') AS running,
      sum(ii.dur) FILTER (s.state IN ('R', 'R+')) AS runnable,
      sum(ii.dur) FILTER (s.state = 'D' AND s.io_wait = 1) AS io,
      sum(ii.dur) FILTER (s.state = 'D' AND s.io_wait <> 1) AS blocked,
      sum(ii.dur) FILTER (s.state = 'S') AS asleep
    FROM _interval_intersect!((collections, states), (utid)) AS ii
    JOIN thread_state AS s ON s.id = ii.id_1
    GROUP BY ii.id_0
  )
SELECT
  g.tid,
  g.pid,
  g.utid,
  g.upid,
  g.thread_name,
  g.process_name,
  g.gc_type,
  g.is_mark_compact,
  g.max_heap_mb - g.min_heap_mb AS reclaimed_mb,
  g.min_heap_mb,
  g.max_heap_mb,
  g.gc_id,
  g.gc_ts,
  g.gc_dur,
  cast_int!(coalesce(s.running, 0)) AS gc_running_dur,
  cast_int!(coalesce(s.runnable, 0)) AS gc_runnable_dur,
  cast_int!(coalesce(s.io, 0)) AS gc_unint_io_dur,
  cast_int!(coalesce(s.blocked, 0)) AS gc_unint_non_io_dur,
  cast_int!(coalesce(s.asleep, 0)) AS gc_int_dur
FROM _gc_slice_heap AS g
LEFT JOIN spent AS s ON s.gc_id = g.gc_id
ORDER BY g.gc_id;

-- Period in which heap sizes are known.
CREATE PERFETTO TABLE _gc_stats_window AS
SELECT min(c.ts) AS gc_stats_window_start, max(c.ts) AS gc_stats_window_end, max(c.ts) - min(c.ts) AS gc_stats_window_dur
FROM counter AS c
JOIN process_counter_track AS t ON t.id = c.track_id
WHERE t.name = 'Heap size (KB)';

-- Growth of the heap since its size was last reported.
CREATE PERFETTO TABLE _gc_heap_allocated AS
SELECT
  t.upid,
  c.ts,
  c.ts - lag(c.ts) OVER of_process AS dur,
  c.value,
  CASE WHEN lag(c.value) OVER of_process < c.value THEN c.value - lag(c.value) OVER of_process ELSE 0 END AS allocated
FROM counter AS c
JOIN process_counter_track AS t ON t.id = c.track_id
WHERE t.name = 'Heap size (KB)'
WINDOW of_process AS (PARTITION BY t.upid ORDER BY c.ts, c.id)
ORDER BY t.upid, c.ts;

CREATE PERFETTO TABLE _gc_during_android_startup AS
WITH
  startups AS (SELECT startup_id AS id, ts, dur FROM android_startups WHERE dur > 0),
  collections AS (SELECT gc_id AS id, gc_ts AS ts, gc_dur AS dur FROM android_garbage_collection_events)
SELECT ts, dur, id_0 AS startup_id, id_1 AS gc_id FROM _interval_intersect!((startups, collections), ());

-- Live memory and total heap size, each multiplied by its duration in seconds, between collections.
CREATE PERFETTO TABLE _gc_heap_utilization AS
WITH
  points AS (
    SELECT DISTINCT upid, gc_ts, gc_dur, min_heap_mb, max_heap_mb FROM android_garbage_collection_events
    UNION ALL
    SELECT p.upid, greatest(p.start_ts, w.gc_stats_window_start), 0, 0, 0 FROM process AS p, _gc_stats_window AS w
  ),
  periods AS (
    SELECT upid, gc_ts + gc_dur - lag(gc_ts + gc_dur) OVER (PARTITION BY upid ORDER BY gc_ts) AS gc_period, min_heap_mb, max_heap_mb FROM points
  )
SELECT upid, sum(gc_period * min_heap_mb) / 1e9 AS heap_live_mbs, sum(gc_period * max_heap_mb) / 1e9 AS heap_total_mbs
FROM periods
WHERE min_heap_mb IS NOT NULL
GROUP BY upid
ORDER BY upid;

-- Statistics per process. Efficiency is the allocated memory, weighted by the fill level of the heap, per share of time spent on
-- collections.
CREATE PERFETTO TABLE _android_garbage_collection_process_stats AS
WITH
  running AS (SELECT upid, cast_int!(sum(gc_running_dur)) AS gc_running_dur FROM android_garbage_collection_events GROUP BY upid),
  sizes AS (
    SELECT upid, sum(allocated) / 1e3 AS heap_allocated_mb, sum(value * dur) / 1e12 AS heap_size_mbs FROM _gc_heap_allocated GROUP BY upid
  ),
  starting AS (
    SELECT e.upid, cast_int!(sum(g.dur)) AS gc_during_android_startup_dur
    FROM _gc_during_android_startup AS g
    JOIN android_garbage_collection_events AS e ON e.gc_id = g.gc_id
    GROUP BY e.upid
  ),
  startups AS (SELECT cast_int!(sum(dur)) AS total_android_startup_dur FROM android_startups),
  figures AS (
    SELECT
      s.upid,
      w.gc_stats_window_start AS ts,
      w.gc_stats_window_dur AS dur,
      s.heap_size_mbs,
      s.heap_size_mbs * 1e9 / w.gc_stats_window_dur AS heap_size_mb,
      s.heap_allocated_mb,
      s.heap_allocated_mb * 1e9 / w.gc_stats_window_dur AS heap_allocation_rate,
      u.heap_live_mbs,
      u.heap_total_mbs,
      u.heap_live_mbs / u.heap_total_mbs AS heap_utilization,
      r.gc_running_dur,
      r.gc_running_dur * 1.0 / w.gc_stats_window_dur AS gc_running_rate,
      b.gc_during_android_startup_dur,
      a.total_android_startup_dur,
      b.gc_during_android_startup_dur * 1.0 / a.total_android_startup_dur AS gc_during_android_startup_rate
    FROM sizes AS s
    LEFT JOIN running AS r ON r.upid = s.upid
    LEFT JOIN starting AS b ON b.upid = s.upid
    LEFT JOIN _gc_heap_utilization AS u ON u.upid = s.upid
    CROSS JOIN _gc_stats_window AS w
    CROSS JOIN startups AS a
  )
SELECT
  upid, ts, dur, heap_size_mbs, heap_size_mb, heap_allocated_mb, heap_allocation_rate, heap_live_mbs, heap_total_mbs, heap_utilization,
  gc_running_dur, gc_running_rate,
  heap_allocation_rate * heap_utilization / (gc_running_rate * (1 - heap_utilization)) AS gc_running_efficiency,
  gc_during_android_startup_dur, total_android_startup_dur, gc_during_android_startup_rate,
  heap_allocation_rate * heap_utilization / (gc_during_android_startup_rate * (1 - heap_utilization)) AS gc_during_android_startup_efficiency
FROM figures
ORDER BY upid;

-- Statistics of all processes combined.
CREATE PERFETTO TABLE _android_garbage_collection_stats AS
WITH totals AS (
  SELECT
    any_value(ts) AS ts,
    any_value(dur) AS dur,
    sum(heap_size_mbs) AS heap_size_mbs,
    sum(heap_size_mb) AS heap_size_mb,
    sum(heap_allocated_mb) AS heap_allocated_mb,
    sum(heap_allocation_rate) AS heap_allocation_rate,
    sum(heap_live_mbs) AS heap_live_mbs,
    sum(heap_total_mbs) AS heap_total_mbs,
    sum(heap_live_mbs) / sum(heap_total_mbs) AS heap_utilization,
    cast_int!(sum(gc_running_dur)) AS gc_running_dur,
    sum(gc_running_rate) AS gc_running_rate,
    cast_int!(sum(gc_during_android_startup_dur)) AS gc_during_android_startup_dur,
    any_value(total_android_startup_dur) AS total_android_startup_dur,
    sum(gc_during_android_startup_rate) AS gc_during_android_startup_rate
  FROM _android_garbage_collection_process_stats
)
SELECT
  ts, dur, heap_size_mbs, heap_size_mb, heap_allocated_mb, heap_allocation_rate, heap_live_mbs, heap_total_mbs, heap_utilization,
  gc_running_dur, gc_running_rate, gc_during_android_startup_dur, total_android_startup_dur, gc_during_android_startup_rate,
  heap_allocation_rate * heap_utilization / (gc_running_rate * (1 - heap_utilization)) AS gc_running_efficiency,
  heap_allocation_rate * heap_utilization / (gc_during_android_startup_rate * (1 - heap_utilization)) AS gc_during_android_startup_efficiency
FROM totals;
