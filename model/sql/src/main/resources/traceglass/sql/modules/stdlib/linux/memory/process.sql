-- Memory of processes over time: resident pages by kind, and swap, in bytes.
INCLUDE PERFETTO MODULE linux.memory.general;

-- Samples of one counter of processes as intervals, like those of all counters in _all_counters_per_process.
CREATE PERFETTO MACRO _memory_counter(counter_name Expr, column_name ColumnName)
RETURNS TableOrSubquery AS
(
  WITH _mc_tracks AS (
    SELECT t.id AS track_id, t.upid, coalesce(p.end_ts, trace_end()) + 1 AS last_ts
    FROM process_counter_track AS t
    LEFT JOIN process AS p ON p.upid = t.upid
    WHERE t.name = $counter_name AND t.upid IS NOT NULL
  )
  SELECT
    c.ts,
    lead(c.ts, 1, t.last_ts) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id) - c.ts AS dur,
    t.upid,
    c.value AS $column_name
  FROM counter AS c
  JOIN _mc_tracks AS t ON t.track_id = c.track_id
);

CREATE PERFETTO VIEW _anon_rss AS SELECT * FROM _memory_counter!('mem.rss.anon', anon_rss_val);

CREATE PERFETTO VIEW _file_rss AS SELECT * FROM _memory_counter!('mem.rss.file', file_rss_val);

CREATE PERFETTO VIEW _shmem_rss AS SELECT * FROM _memory_counter!('mem.rss.shmem', shmem_rss_val);

CREATE PERFETTO VIEW _swap AS SELECT * FROM _memory_counter!('mem.swap', swap_val);

CREATE VIRTUAL TABLE _anon_swap_sj USING SPAN_OUTER_JOIN(_anon_rss PARTITIONED upid, _swap PARTITIONED upid);

CREATE VIRTUAL TABLE _anon_swap_file_sj USING SPAN_OUTER_JOIN(_anon_swap_sj PARTITIONED upid, _file_rss PARTITIONED upid);

CREATE VIRTUAL TABLE _rss_swap_sj USING SPAN_OUTER_JOIN(_anon_swap_file_sj PARTITIONED upid, _shmem_rss PARTITIONED upid);

CREATE PERFETTO TABLE _memory_rss_and_swap_per_process_table AS
SELECT
  ts,
  dur,
  upid,
  CAST(anon_rss_val AS INT) AS anon_rss,
  CAST(file_rss_val AS INT) AS file_rss,
  CAST(shmem_rss_val AS INT) AS shmem_rss,
  CAST(swap_val AS INT) AS swap
FROM _rss_swap_sj;

-- Sums are NULL until all kinds that every process has are known; shared memory and swap count as 0 until then.
CREATE PERFETTO VIEW memory_rss_and_swap_per_process(
  ts TIMESTAMP, dur DURATION, upid JOINID(process.id), pid LONG, process_name STRING, anon_rss LONG, file_rss LONG, shmem_rss LONG,
  rss LONG, swap LONG, anon_rss_and_swap LONG, rss_and_swap LONG
)
AS
SELECT
  m.ts,
  m.dur,
  upid,
  p.pid,
  p.name AS process_name,
  m.anon_rss,
  m.file_rss,
  m.shmem_rss,
  m.anon_rss + m.file_rss + coalesce(m.shmem_rss, 0) AS rss,
  m.swap,
  m.anon_rss + coalesce(m.swap, 0) AS anon_rss_and_swap,
  m.anon_rss + m.file_rss + coalesce(m.shmem_rss, 0) + coalesce(m.swap, 0) AS rss_and_swap
FROM _memory_rss_and_swap_per_process_table AS m
JOIN process AS p USING (upid)
ORDER BY upid, ts;
