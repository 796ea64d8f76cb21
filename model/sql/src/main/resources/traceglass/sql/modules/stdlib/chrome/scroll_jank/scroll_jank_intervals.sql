-- Periods of scroll jank.
INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
INCLUDE PERFETTO MODULE chrome.event_latency;
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_v3;

-- Latencies with a late frame: number of missed frames, and the period without the frame, up to its presentation.
CREATE PERFETTO TABLE chrome_janky_event_latencies_v3(
  id LONG, ts TIMESTAMP, dur DURATION, track_id LONG, name STRING, cause_of_jank STRING, sub_cause_of_jank STRING,
  delayed_frame_count LONG, frame_jank_ts TIMESTAMP, frame_jank_dur LONG
)
AS
SELECT
  s.id,
  s.ts,
  s.dur,
  s.track_id,
  s.name,
  e.cause_of_jank,
  e.sub_cause_of_jank,
  CAST(e.delay_since_last_frame / e.vsync_interval - 1 AS INT) AS delayed_frame_count,
  CAST(s.ts + s.dur - (e.delay_since_last_frame - e.vsync_interval) * 1e6 AS INT) AS frame_jank_ts,
  CAST((e.delay_since_last_frame - e.vsync_interval) * 1e6 AS INT) AS frame_jank_dur
FROM chrome_gesture_scroll_updates AS s
JOIN chrome_janky_frames AS e ON e.event_latency_id = s.id
ORDER BY s.ts, s.id;

-- Times in which janky frames of scrolls were on the screen, with the cause of each.
CREATE PERFETTO VIEW chrome_janky_frame_presentation_intervals(
  id LONG, ts TIMESTAMP, dur DURATION, delayed_frame_count LONG, cause_of_jank STRING, sub_cause_of_jank STRING, event_latency_id LONG
)
AS
SELECT
  row_number() OVER (ORDER BY frame_jank_ts) AS id,
  frame_jank_ts AS ts,
  frame_jank_dur AS dur,
  delayed_frame_count,
  cause_of_jank,
  sub_cause_of_jank,
  id AS event_latency_id
FROM chrome_janky_event_latencies_v3
ORDER BY id;

-- Numbers of frames and janky frames of each scroll.
CREATE PERFETTO TABLE chrome_scroll_stats(
  scroll_id LONG, frame_count LONG, missed_vsyncs LONG, presented_frame_count LONG, janky_frame_count LONG, janky_frame_percent DOUBLE
)
AS
WITH
  shown AS (
    SELECT s.id AS scroll_id, count(*) AS presented
    FROM chrome_unique_frame_presentation_ts AS f
    JOIN chrome_scrolls AS s ON f.presentation_timestamp BETWEEN s.ts AND s.ts + s.dur
    GROUP BY s.id
  ),
  missed AS (
    SELECT scroll_id, CAST(sum(delay_since_last_frame / vsync_interval - 1) AS INT) AS missed_vsyncs
    FROM chrome_janky_frames
    GROUP BY scroll_id
  )
SELECT
  scroll_id,
  s.presented + coalesce(m.missed_vsyncs, 0) AS frame_count,
  m.missed_vsyncs,
  f.num_frames AS presented_frame_count,
  CASE WHEN f.scroll_id IS NOT NULL THEN coalesce(f.num_janky_frames, 0) END AS janky_frame_count,
  CASE WHEN f.scroll_id IS NOT NULL THEN round(coalesce(f.scroll_jank_percentage, 0), 2) END AS janky_frame_percent
FROM shown AS s
LEFT JOIN missed AS m USING (scroll_id)
LEFT JOIN chrome_frames_per_scroll AS f USING (scroll_id)
ORDER BY scroll_id;

-- The periods, merged if they overlap or touch.
CREATE PERFETTO TABLE chrome_scroll_jank_intervals_v3(
  id LONG, ts TIMESTAMP, dur DURATION
)
AS
WITH
  times AS (SELECT frame_jank_ts AS start_ts, frame_jank_ts + frame_jank_dur AS end_ts FROM chrome_janky_event_latencies_v3),
  starts AS (
    SELECT
      *,
      CAST(start_ts > 1 + max(end_ts) OVER (ORDER BY start_ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS INT) AS is_apart
    FROM times
  ),
  ranges AS (SELECT *, sum(coalesce(is_apart, 1)) OVER (ORDER BY start_ts) AS range_number FROM starts)
SELECT CAST(range_number AS INT) AS id, min(start_ts) AS ts, max(end_ts) - min(start_ts) AS dur
FROM ranges
GROUP BY range_number
ORDER BY range_number;
