-- Processes that were killed because of low memory.
INCLUDE PERFETTO MODULE android.oom_adjuster;

-- Names of lmkd's kill reasons.
CREATE PERFETTO FUNCTION _android_lmk_kill_reason_string(kill_reason LONG) RETURNS STRING AS
SELECT CASE
  WHEN $kill_reason BETWEEN 0 AND 9 THEN [
    'PRESSURE_AFTER_KILL', 'NOT_RESPONDING', 'LOW_SWAP_AND_THRASHING', 'LOW_MEM_AND_SWAP', 'LOW_MEM_AND_THRASHING',
    'DIRECT_RECL_AND_THRASHING', 'LOW_MEM_AND_SWAP_UTIL', 'LOW_FILECACHE_AFTER_THRASHING', 'LOW_MEM', 'DIRECT_RECL_STUCK'
  ][$kill_reason + 1]
  WHEN $kill_reason BETWEEN 1000 AND 1999 THEN 'VENDOR_REASON'
  ELSE 'UNKNOWN'
END;

-- lmkd's own marks `lmk,PID,REASON,SCORE`: instants on a separate track, or slices in older versions. Without either, the kernel's
-- counter of the killed process, with its score.
CREATE PERFETTO TABLE _android_lmk_events AS
WITH
  marks AS (
    SELECT
      s.id,
      s.ts,
      cast_int!(str_split(s.name, ',', 1)) AS pid,
      cast_int!(str_split(s.name, ',', 2)) AS kill_reason_raw,
      cast_int!(str_split(s.name, ',', 3)) AS oom_score_adj,
      CASE WHEN s.dur > 0 THEN 2 ELSE 1 END AS way
    FROM slice AS s
    LEFT JOIN process_track AS t ON t.id = s.track_id
    WHERE s.name GLOB 'lmk,*' AND (s.dur > 0 OR s.dur = 0 AND t.name = 'lowmemorykiller')
  ),
  scores AS (SELECT i.ts, i.ts + i.dur AS ts_end, i.score, p.pid FROM android_oom_adj_intervals AS i JOIN process AS p USING (upid)),
  kills AS (
    SELECT c.id, c.ts, cast_int!(c.value) AS pid, CAST(NULL AS BIGINT) AS kill_reason_raw, s.score AS oom_score_adj, 3 AS way
    FROM counter AS c
    JOIN counter_track AS t ON t.id = c.track_id
    LEFT JOIN scores AS s ON s.pid = c.value AND c.ts >= s.ts AND c.ts < s.ts_end
    WHERE t.name = 'kill_one_process' AND c.value > 0
  ),
  every AS (SELECT * FROM marks UNION ALL SELECT * FROM kills)
SELECT ts, pid, kill_reason_raw, oom_score_adj FROM every WHERE way = (SELECT min(way) FROM every) ORDER BY id;

-- Kills, with the process that had the pid at that time.
CREATE PERFETTO TABLE android_lmk_events AS
SELECT
  e.ts, p.upid, e.pid, p.name AS process_name, e.oom_score_adj,
  _android_lmk_kill_reason_string(e.kill_reason_raw) AS kill_reason,
  e.kill_reason_raw
FROM _android_lmk_events AS e
LEFT JOIN process AS p
  ON p.pid = e.pid AND e.ts BETWEEN coalesce(p.start_ts, trace_start()) AND coalesce(p.end_ts, trace_end())
ORDER BY e.ts, p.upid;
