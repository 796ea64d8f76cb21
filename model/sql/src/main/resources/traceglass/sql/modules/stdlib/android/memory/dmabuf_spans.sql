-- Shared device memory of processes over time.
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE _dmabuf_spans AS
WITH sizes AS (
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter AS c
  JOIN counter_track AS t ON t.id = c.track_id
  WHERE t.name = 'mem.dmabuf_rss'
)
SELECT t.upid, c.ts, c.dur, cast_int!(c.value) AS dmabuf_rss
FROM counter_leading_intervals!(sizes) AS c
JOIN process_counter_track AS t ON t.id = c.track_id
ORDER BY c.track_id, c.ts;
