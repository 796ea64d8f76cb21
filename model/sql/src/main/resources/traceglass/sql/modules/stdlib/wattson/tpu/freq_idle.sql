-- Frequency of the accelerator for neural networks, and the number of requests that it processes.

-- From start to end of the trace: frequency 0 where none is traced. Cluster 2 stands for both.
CREATE PERFETTO TABLE _tpu_freq AS
WITH
  known AS (
    SELECT
      s.ts,
      CASE WHEN s.dur = -1 THEN trace_end() - s.ts ELSE s.dur END AS dur,
      CAST(s.name AS INT) AS freq,
      CASE WHEN s.name GLOB '*Cluster Both*' THEN 2 WHEN s.name GLOB '*Cluster 0*' THEN 0 WHEN s.name GLOB '*Cluster 1*' THEN 1 ELSE 2 END AS cluster
    FROM slice AS s
    JOIN track AS t ON t.id = s.track_id
    WHERE t.name = 'DVFS'
  ),
  complete AS (
    SELECT trace_start() AS ts, min(ts) - trace_start() AS dur, 0 AS freq, 0 AS cluster FROM known HAVING count(*) > 0
    UNION ALL
    SELECT ts, dur, freq, cluster FROM known
    UNION ALL
    SELECT ts + dur, lead(ts, 1, trace_end()) OVER (ORDER BY ts) - (ts + dur), 0, 0 FROM known
  )
SELECT ts, dur, freq, cluster FROM complete WHERE dur > 0 ORDER BY ts;

CREATE PERFETTO TABLE _tpu_requests_count AS
WITH
  requests AS (
    SELECT s.ts, s.dur
    FROM slice AS s
    JOIN track AS t ON t.id = s.track_id
    WHERE t.name = 'TPU Requests'
  ),
  changes AS (
    SELECT trace_start() AS ts, 0 AS change
    UNION ALL
    SELECT ts, 1 FROM requests
    UNION ALL
    SELECT ts + dur, -1 FROM requests
  ),
  counts AS (SELECT ts, sum(sum(change)) OVER (ORDER BY ts) AS requests FROM changes GROUP BY ts),
  periods AS (SELECT ts, lead(ts, 1, trace_end()) OVER (ORDER BY ts) - ts AS dur, requests FROM counts)
SELECT ts, dur, cast_int!(max(0, min(16, requests))) AS requests FROM periods WHERE dur > 0 ORDER BY ts;
