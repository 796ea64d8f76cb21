-- Memory of processes together with their OOM score.
INCLUDE PERFETTO MODULE android.oom_adjuster;
INCLUDE PERFETTO MODULE linux.memory.process;

CREATE VIRTUAL TABLE _mem_ooms_sj USING SPAN_OUTER_JOIN(
  android_oom_adj_intervals PARTITIONED upid, _memory_rss_and_swap_per_process_table PARTITIONED upid);

-- Bytes of memory by kind and score over time, with a new row when any of them changes.
CREATE PERFETTO TABLE memory_oom_score_with_rss_and_swap_per_process AS
SELECT
  m.ts,
  m.dur,
  m.score,
  m.bucket,
  m.upid,
  m.process_name,
  p.pid,
  m.oom_adj_id,
  m.oom_adj_ts,
  m.oom_adj_dur,
  m.oom_adj_track_id,
  m.oom_adj_thread_name,
  m.oom_adj_reason,
  m.oom_adj_trigger,
  m.anon_rss,
  m.file_rss,
  m.shmem_rss,
  m.file_rss + m.anon_rss + coalesce(m.shmem_rss, 0) AS rss,
  m.swap,
  m.anon_rss + coalesce(m.swap, 0) AS anon_rss_and_swap,
  m.anon_rss + m.file_rss + coalesce(m.shmem_rss, 0) + coalesce(m.swap, 0) AS rss_and_swap
FROM _mem_ooms_sj AS m
JOIN process AS p USING (upid)
ORDER BY m.upid, m.ts;
