-- Available data per thread.
INCLUDE PERFETTO MODULE viz.summary.slices;

CREATE PERFETTO TABLE _sched_summary AS
SELECT utid, max(dur) AS max_running_dur, CAST(sum(dur) AS INT) AS sum_running_dur, count(*) AS running_count
FROM sched
WHERE dur <> -1 AND utid NOT IN (SELECT utid FROM thread WHERE is_idle)
GROUP BY utid
ORDER BY utid;

CREATE PERFETTO TABLE _thread_track_summary AS
SELECT utid, CAST(sum(cnt) AS INT) AS slice_count
FROM thread_track
JOIN _slice_track_summary USING (id)
GROUP BY utid
ORDER BY utid;

CREATE PERFETTO TABLE _stack_sample_summary AS
SELECT c.utid, count(*) AS sample_count
FROM stack_sample AS s
JOIN stack_sample_task_context AS c ON c.id = s.task_context_id
WHERE c.utid IS NOT NULL
GROUP BY c.utid
ORDER BY c.utid;

-- Threads that ran, or that have slices, counters or stack samples.
CREATE PERFETTO TABLE _thread_available_info_summary AS
SELECT
  utid,
  coalesce(r.max_running_dur, 0) AS max_running_dur,
  coalesce(r.sum_running_dur, 0) AS sum_running_dur,
  coalesce(r.running_count, 0) AS running_count,
  coalesce(s.slice_count, 0) AS slice_count,
  coalesce(c.sample_count, 0) AS stack_sample_count
FROM thread AS t
LEFT JOIN _sched_summary AS r USING (utid)
LEFT JOIN _thread_track_summary AS s USING (utid)
LEFT JOIN _stack_sample_summary AS c USING (utid)
WHERE r.utid IS NOT NULL OR s.utid IS NOT NULL OR c.utid IS NOT NULL OR utid IN (SELECT utid FROM thread_counter_track)
ORDER BY utid;
