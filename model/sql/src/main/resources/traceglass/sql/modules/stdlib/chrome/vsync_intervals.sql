-- Intervals between vsyncs.

-- Intervals between the vsyncs that the browser received.
CREATE PERFETTO TABLE chrome_vsync_intervals(
  slice_id LONG, ts TIMESTAMP, dur DURATION, track_id LONG, time_to_next_vsync LONG
)
AS
SELECT id AS slice_id, ts, dur, track_id, lead(ts) OVER (PARTITION BY track_id ORDER BY ts, id) - ts AS time_to_next_vsync
FROM slice
WHERE name = 'VSync'
ORDER BY track_id, ts, id;

-- Average interval between two times, in nanoseconds; that of 60 Hz if there is none.
CREATE PERFETTO FUNCTION chrome_calculate_avg_vsync_interval(begin_ts TIMESTAMP, end_ts TIMESTAMP) RETURNS DOUBLE AS
SELECT coalesce(avg(v.time_to_next_vsync), 1e9 / 60)
FROM chrome_vsync_intervals AS v
WHERE v.ts > $begin_ts AND v.ts < $end_ts;
