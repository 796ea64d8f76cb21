-- Counters of processes.

-- Samples as intervals until the next sample of the track; the last one extends to the end of its process, or of the trace, plus one
-- nanosecond.
CREATE PERFETTO VIEW _all_counters_per_process AS
SELECT
  c.ts,
  lead(c.ts, 1, coalesce(p.end_ts, trace_end()) + 1) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id) - c.ts AS dur,
  t.upid,
  c.value,
  c.track_id,
  t.name
FROM counter AS c
JOIN process_counter_track AS t ON t.id = c.track_id
LEFT JOIN process AS p ON p.upid = t.upid
WHERE t.upid IS NOT NULL;
