-- Maximum memory of a process so far.
INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE linux.memory.process;

CREATE PERFETTO TABLE _memory_rss_high_watermark_per_process_table AS
WITH _rising AS (
  SELECT
    0 AS id,
    ts,
    upid AS track_id,
    max(coalesce(file_rss, 0) + coalesce(anon_rss, 0) + coalesce(shmem_rss, 0)) OVER (PARTITION BY upid ORDER BY ts) AS value
  FROM _memory_rss_and_swap_per_process_table
)
SELECT ts, dur, track_id AS upid, CAST(value AS INT) AS rss_high_watermark
FROM counter_leading_intervals!(_rising);

-- Largest resident memory of each process up to each time.
CREATE PERFETTO VIEW memory_rss_high_watermark_per_process(
  ts TIMESTAMP, dur DURATION, upid JOINID(process.id), pid LONG, process_name STRING, rss_high_watermark LONG
)
AS
SELECT m.ts, m.dur, upid, p.pid, p.name AS process_name, m.rss_high_watermark
FROM _memory_rss_high_watermark_per_process_table AS m
JOIN process AS p USING (upid)
ORDER BY upid, ts;
