--@ Longest slices
SELECT slice.id, slice.ts, slice.dur, slice.name, thread.name AS thread, process.name AS process
FROM slice
JOIN thread_track ON thread_track.id = slice.track_id
JOIN thread USING (utid)
LEFT JOIN process USING (upid)
ORDER BY slice.dur DESC
LIMIT 200;

--@ Slices by name: count and duration
SELECT name, count(*) AS count, sum(dur) AS total_dur, avg(dur) AS avg_dur, max(dur) AS max_dur
FROM slice
WHERE dur >= 0
GROUP BY name
ORDER BY total_dur DESC;

--@ Self time of slices
-- Duration of each slice minus its direct children.
SELECT s.name, count(*) AS count, sum(s.dur - coalesce(inside.dur, 0)) AS self_dur
FROM slice AS s
LEFT JOIN (SELECT parent_id, sum(dur) AS dur FROM slice GROUP BY parent_id) AS inside ON inside.parent_id = s.id
WHERE s.dur >= 0
GROUP BY s.name
ORDER BY self_dur DESC;

--@ CPU time by process and thread
SELECT process.name AS process, thread.name AS thread, utid, count(*) AS times, sum(sched.dur) AS cpu_dur
FROM sched
JOIN thread USING (utid)
LEFT JOIN process USING (upid)
WHERE NOT coalesce(thread.is_idle, 0)
GROUP BY process.name, thread.name, utid
ORDER BY cpu_dur DESC;

--@ CPU load over time
-- One row per CPU and 100 ms, suitable for a chart.
SELECT cpu, ts - ts % 100000000 AS ts, sum(dur) / 1e6 AS busy_ms
FROM sched
JOIN thread USING (utid)
WHERE NOT coalesce(is_idle, 0)
GROUP BY 1, 2
ORDER BY 1, 2;

--@ Threads that waited longest for a CPU
SELECT thread.name AS thread, process.name AS process, utid, count(*) AS waits, sum(dur) AS waited_dur, max(dur) AS longest_dur
FROM thread_state
JOIN thread USING (utid)
LEFT JOIN process USING (upid)
WHERE state IN ('R', 'R+')
GROUP BY thread.name, process.name, utid
ORDER BY waited_dur DESC;

--@ Thread states in the selected range
SELECT thread.name AS thread, state, count(*) AS times,
  sum(least(ts + dur, $end) - greatest(ts, $start)) AS dur
FROM thread_state
JOIN thread USING (utid)
WHERE ts < $end AND ts + dur > $start
GROUP BY thread.name, state
ORDER BY dur DESC;

--@ Wakeups between threads
SELECT waker.name AS waker, woken.name AS woken, count(*) AS times
FROM thread_state AS s
JOIN thread AS woken ON woken.utid = s.utid
JOIN thread AS waker ON waker.utid = s.waker_utid
GROUP BY 1, 2
ORDER BY times DESC;

--@ CPU time of slices
-- Outermost slices of each thread, with the time during which the thread was running.
CREATE OR REPLACE PERFETTO VIEW running AS
SELECT ts, dur, utid FROM sched WHERE dur > 0;
CREATE OR REPLACE PERFETTO VIEW outermost AS
SELECT slice.ts, slice.dur, utid, slice.name, slice.id AS slice_id
FROM slice JOIN thread_track ON thread_track.id = slice.track_id
WHERE slice.depth = 0 AND slice.dur > 0;
DROP TABLE IF EXISTS running_slices;
CREATE VIRTUAL TABLE running_slices USING SPAN_JOIN(running PARTITIONED utid, outermost PARTITIONED utid);
SELECT name, count(DISTINCT slice_id) AS slices, sum(dur) AS cpu_dur
FROM running_slices
GROUP BY name
ORDER BY cpu_dur DESC;

--@ Longest flows
SELECT source.id AS slice_out, source.name AS from_name, target.id AS slice_in, target.name AS to_name, target.ts AS ts,
  target.ts - source.ts AS dur
FROM flow
JOIN slice AS source ON source.id = flow.slice_out
JOIN slice AS target ON target.id = flow.slice_in
ORDER BY dur DESC
LIMIT 500;

--@ Counters: minimum, maximum and last value
SELECT counter_track.name, counter_track.unit, count(*) AS samples, min(value) AS min, max(value) AS max, arg_max(value, ts) AS last
FROM counter
JOIN counter_track ON counter_track.id = counter.track_id
GROUP BY counter_track.id, counter_track.name, counter_track.unit
ORDER BY samples DESC;

--@ Process memory over time
SELECT counter.ts, process.name AS process, upid, counter.value / 1048576 AS rss_mb
FROM counter
JOIN process_counter_track AS t ON t.id = counter.track_id
JOIN process USING (upid)
WHERE t.name = 'mem.rss'
ORDER BY counter.ts;

--@ Slice arguments
SELECT args.key, args.value_type, count(*) AS slices, count(DISTINCT args.display_value) AS "values", min(slice.name) AS for_example
FROM slice
JOIN args USING (arg_set_id)
GROUP BY 1, 2
ORDER BY slices DESC;

--@ Ancestors of a slice
-- Replace the subquery with the id of a slice.
SELECT id, ts, dur, name, depth
FROM ancestor_slice((SELECT id FROM slice ORDER BY depth DESC, dur DESC LIMIT 1))
ORDER BY depth;

--@ Percentiles of durations by name
SELECT name, count(*) AS count, quantile_cont(dur, 0.5) AS p50_dur, quantile_cont(dur, 0.95) AS p95_dur, quantile_cont(dur, 0.99) AS p99_dur
FROM slice
WHERE dur >= 0
GROUP BY name
HAVING count(*) >= 20
ORDER BY p95_dur DESC;

--@ Import statistics
SELECT name, idx, severity, source, value, description
FROM stats
WHERE value > 0
ORDER BY severity = 'info', name;
