-- Available data per process.
INCLUDE PERFETTO MODULE viz.summary.slices;
INCLUDE PERFETTO MODULE viz.summary.threads;

CREATE PERFETTO TABLE _process_track_summary AS
SELECT upid, CAST(sum(cnt) AS INT) AS slice_count
FROM process_track
JOIN _slice_track_summary USING (id)
GROUP BY upid
ORDER BY upid;

CREATE PERFETTO TABLE _heap_profile_allocation_summary AS
SELECT upid, count(*) AS allocation_count FROM heap_profile_allocation GROUP BY upid ORDER BY upid;

CREATE PERFETTO TABLE _heap_profile_graph_summary AS
SELECT upid, count(*) AS graph_object_count FROM heap_graph_object GROUP BY upid ORDER BY upid;

CREATE PERFETTO TABLE _thread_process_grouped_summary AS
SELECT
  t.upid,
  max(s.max_running_dur) AS max_running_dur,
  CAST(sum(s.sum_running_dur) AS INT) AS sum_running_dur,
  CAST(sum(s.running_count) AS INT) AS running_count,
  CAST(sum(s.slice_count) AS INT) AS slice_count,
  CAST(sum(s.stack_sample_count) AS INT) AS stack_sample_count
FROM _thread_available_info_summary AS s
JOIN thread AS t USING (utid)
WHERE t.upid IS NOT NULL
GROUP BY t.upid
ORDER BY t.upid;

-- Processes with data about their threads, tracks or memory.
CREATE PERFETTO TABLE _process_available_info_summary AS
SELECT
  upid,
  coalesce(t.max_running_dur, 0) AS max_running_dur,
  coalesce(t.sum_running_dur, 0) AS sum_running_dur,
  coalesce(t.running_count, 0) AS running_count,
  coalesce(t.slice_count, 0) AS thread_slice_count,
  coalesce(t.stack_sample_count, 0) AS stack_sample_count,
  coalesce(s.slice_count, 0) AS process_slice_count,
  coalesce(a.allocation_count, 0) AS allocation_count,
  coalesce(g.graph_object_count, 0) AS graph_object_count
FROM process AS p
LEFT JOIN _thread_process_grouped_summary AS t USING (upid)
LEFT JOIN _process_track_summary AS s USING (upid)
LEFT JOIN _heap_profile_allocation_summary AS a USING (upid)
LEFT JOIN _heap_profile_graph_summary AS g USING (upid)
WHERE t.upid IS NOT NULL OR s.upid IS NOT NULL OR a.upid IS NOT NULL OR g.upid IS NOT NULL
  OR upid IN (SELECT upid FROM process_counter_track)
  OR upid IN (SELECT upid FROM process_state_track)
  OR upid IN (SELECT upid FROM profiler_smaps)
ORDER BY upid;
