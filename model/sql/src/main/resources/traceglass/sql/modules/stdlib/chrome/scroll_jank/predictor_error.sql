-- Frames of a scroll that jump: their step is much larger, or much smaller, than those before and after.
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_offsets;

-- A scroll of up to 7 pixels per frame is slow, and may vary more.
CREATE PERFETTO FUNCTION _get_scroll_jank_threshold(d1 DOUBLE, d2 DOUBLE, d3 DOUBLE) RETURNS DOUBLE AS
SELECT CASE WHEN max(max($d1, $d2), $d3) <= 7.0 THEN 1.4 ELSE 1.2 END;

-- Deviation of the middle one of three steps from the others.
CREATE PERFETTO FUNCTION _get_predictor_jank(d1 DOUBLE, d2 DOUBLE, d3 DOUBLE, threshold DOUBLE) RETURNS DOUBLE AS
SELECT CASE
  WHEN $d2 / nullif(max($d1, $d3), 0) >= $threshold THEN $d2 / nullif(max($d1, $d3), 0) - $threshold
  WHEN min($d1, $d3) / nullif($d2, 0) >= $threshold THEN min($d1, $d3) / nullif($d2, 0) - $threshold
  ELSE 0.0
END;

-- Error of the predicted scroll position of each frame, compared with the frames around it.
CREATE PERFETTO TABLE chrome_predictor_error(
  scroll_id LONG, scroll_update_id LONG, present_ts TIMESTAMP, delta_y DOUBLE, relative_offset_y DOUBLE, prev_delta DOUBLE,
  next_delta DOUBLE, predictor_jank DOUBLE, delta_threshold DOUBLE
)
AS
WITH
  neighbours AS (
    SELECT
      *,
      lag(coalesce(delta_y, 0.0)) OVER (PARTITION BY scroll_id ORDER BY ts) AS prev_delta,
      lead(coalesce(delta_y, 0.0)) OVER (PARTITION BY scroll_id ORDER BY ts) AS next_delta
    FROM chrome_presented_scroll_offsets
  ),
  limits AS (
    SELECT *, _get_scroll_jank_threshold(abs(prev_delta), abs(delta_y), abs(next_delta)) AS delta_threshold
    FROM neighbours
    WHERE delta_y IS NOT NULL AND prev_delta IS NOT NULL AND next_delta IS NOT NULL
  )
SELECT
  scroll_id,
  scroll_update_id,
  ts AS present_ts,
  delta_y,
  relative_offset_y,
  prev_delta,
  next_delta,
  _get_predictor_jank(abs(prev_delta), abs(delta_y), abs(next_delta), delta_threshold) AS predictor_jank,
  delta_threshold
FROM limits
ORDER BY scroll_id, ts;
