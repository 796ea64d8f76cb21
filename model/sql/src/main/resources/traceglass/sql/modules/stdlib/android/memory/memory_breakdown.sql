-- Memory of processes by kind over time, with the OOM score of the process.
INCLUDE PERFETTO MODULE android.oom_adjuster;
INCLUDE PERFETTO MODULE counters.intervals;

-- Kinds of memory in bytes during the lifetime of a process. zygote_adjusted_value excludes memory shared with the zygote that the app
-- was forked from; tracks with a jump of more than 100 MiB are marked.
CREATE PERFETTO TABLE android_process_memory_intervals AS
WITH
  tracks AS (
    SELECT id AS track_id, CASE name WHEN 'Heap size (KB)' THEN 'mem.heap' ELSE name END AS name, upid
    FROM process_counter_track
    WHERE name IN (
      'mem.rss.anon', 'mem.swap', 'mem.rss.file', 'mem.rss.shmem', 'Heap size (KB)', 'mem.dmabuf_rss', 'mem.locked', 'GPU Memory'
    )
  ),
  readings AS (
    SELECT c.id, c.track_id, c.ts, cast_int!(c.value) * CASE t.name WHEN 'mem.heap' THEN 1024 ELSE 1 END AS value
    FROM counter AS c
    JOIN tracks AS t USING (track_id)
  ),
  intervals AS (SELECT id, ts, dur, track_id, value, delta_value FROM counter_leading_intervals!(readings)),
  spikes AS (SELECT DISTINCT track_id FROM intervals WHERE abs(delta_value) > 104857600),
  alive AS (
    SELECT
      i.id,
      greatest(i.ts, coalesce(p.start_ts, i.ts)) AS ts,
      least(i.ts + i.dur, coalesce(p.end_ts, i.ts + i.dur)) - greatest(i.ts, coalesce(p.start_ts, i.ts)) AS dur,
      p.upid, p.name AS process_name, p.pid, p.parent_upid, t.name AS memory_track_name, i.track_id, i.value,
      s.track_id IS NOT NULL AS has_spike
    FROM intervals AS i
    JOIN tracks AS t USING (track_id)
    JOIN process AS p USING (upid)
    LEFT JOIN spikes AS s USING (track_id)
  ),
  zygotes AS (SELECT upid FROM process WHERE name IN ('zygote', 'zygote64')),
  shared AS (
    SELECT t.upid, t.name, avg(r.value) AS value
    FROM readings AS r
    JOIN tracks AS t USING (track_id)
    JOIN zygotes AS z USING (upid)
    WHERE t.name IN ('mem.rss.anon', 'mem.swap', 'mem.rss.file', 'mem.heap')
    GROUP BY t.upid, t.name
  )
SELECT
  a.id, a.ts, a.dur, a.process_name, a.upid, a.pid, a.memory_track_name, a.track_id, a.value,
  CASE
    WHEN a.upid IN (SELECT upid FROM zygotes) THEN cast_int!(a.value)
    ELSE greatest(0, cast_int!(a.value) - cast_int!(coalesce(b.value, 0)))
  END AS zygote_adjusted_value,
  CAST(a.has_spike AS INT) AS track_has_spike_gt_100mib
FROM alive AS a
LEFT JOIN shared AS b ON b.upid = a.parent_upid AND b.name = a.memory_track_name
WHERE a.dur > 0
ORDER BY a.track_id, a.ts;

-- OOM score of a track's process.
CREATE PERFETTO TABLE _memory_breakdown_oom_intervals_prepared AS
SELECT t.track_id, o.ts, o.dur, o.bucket
FROM android_oom_adj_intervals AS o
JOIN (SELECT DISTINCT track_id, upid FROM android_process_memory_intervals) AS t USING (upid)
WHERE o.dur > 0;

CREATE VIRTUAL TABLE _memory_breakdown_mem_oom_span_join USING SPAN_LEFT_JOIN(
  android_process_memory_intervals PARTITIONED track_id, _memory_breakdown_oom_intervals_prepared PARTITIONED track_id);

-- Memory split at changes of the process's OOM score.
CREATE PERFETTO TABLE android_process_memory_intervals_by_oom_bucket AS
SELECT
  row_number() OVER (ORDER BY m.track_id, m.ts) AS id,
  m.ts, m.dur, m.process_name, m.upid, m.pid, coalesce(m.bucket, 'unknown') AS bucket, m.memory_track_name, m.track_id,
  m.id AS counter_id, m.value, m.zygote_adjusted_value, m.track_has_spike_gt_100mib
FROM _memory_breakdown_mem_oom_span_join AS m
WHERE m.dur > 0
ORDER BY m.track_id, m.ts;
