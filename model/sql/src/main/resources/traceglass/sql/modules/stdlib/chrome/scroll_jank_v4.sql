-- Frames in version 4 of Chrome's scroll jank metric.

-- Slices of results with their parts: slices with the same result number, or in older versions those below.
CREATE PERFETTO TABLE _chrome_scroll_jank_v4_moments AS
WITH RECURSIVE
  results AS MATERIALIZED (
    SELECT s.id, extract_arg_int(s.arg_set_id, 'scroll_jank_v4.result_id') AS result_id FROM slice AS s WHERE s.name = 'ScrollJankV4'
  ),
  below(result, id) AS (
    SELECT r.id, s.id FROM results AS r JOIN slice AS s ON s.parent_id = r.id WHERE NOT EXISTS (SELECT 1 FROM results WHERE result_id IS NOT NULL)
    UNION ALL
    SELECT b.result, s.id FROM below AS b JOIN slice AS s ON s.parent_id = b.id
  )
SELECT r.id AS result, s.id, s.name, s.ts, s.dur
FROM results AS r
JOIN args AS a ON a.int_value = r.result_id AND a.key = 'scroll_jank_v4.result_id'
JOIN slice AS s ON s.arg_set_id = a.arg_set_id AND s.id <> r.id
UNION ALL
SELECT b.result, s.id, s.name, s.ts, s.dur
FROM below AS b
JOIN slice AS s ON s.id = b.id;

-- Frames of scrolls, with the result of the fourth scroll jank metric for each.
CREATE PERFETTO TABLE chrome_scroll_jank_v4_results(
  id ID(slice.id), name STRING, ts TIMESTAMP, dur DURATION, result_id LONG, is_janky BOOL, vsyncs_since_previous_frame LONG,
  running_delivery_cutoff DURATION, adjusted_delivery_cutoff DURATION, current_delivery_cutoff DURATION, real_first_event_latency_id LONG,
  real_first_input_generation_ts TIMESTAMP, real_last_input_generation_ts TIMESTAMP, real_abs_total_raw_delta_pixels DOUBLE,
  real_total_raw_delta_pixels DOUBLE, real_max_abs_inertial_raw_delta_pixels DOUBLE, synthetic_first_event_latency_id LONG,
  synthetic_first_extrapolated_input_generation_ts TIMESTAMP, synthetic_first_original_begin_frame_ts TIMESTAMP,
  first_scroll_update_type STRING, first_event_latency_id LONG, damage_type STRING, vsync_interval DURATION, begin_frame_ts TIMESTAMP,
  presentation_ts TIMESTAMP
)
AS
WITH
  results AS (
    SELECT
      s.id,
      s.name,
      s.ts,
      s.dur,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.result_id') AS result_id,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.is_janky') AS is_janky,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.vsyncs_since_previous_frame') AS vsyncs_since_previous_frame,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.running_delivery_cutoff_us') AS running_delivery_cutoff,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.adjusted_delivery_cutoff_us') AS adjusted_delivery_cutoff,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.current_delivery_cutoff_us') AS current_delivery_cutoff,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.updates.real.first_event_latency_id') AS real_first_event_latency_id,
      extract_arg_real(s.arg_set_id, 'scroll_jank_v4.updates.real.abs_total_raw_delta_pixels') AS abs_total_raw_delta_pixels,
      extract_arg_real(s.arg_set_id, 'scroll_jank_v4.updates.real.total_raw_delta_pixels') AS real_total_raw_delta_pixels,
      extract_arg_real(s.arg_set_id, 'scroll_jank_v4.updates.real.max_abs_inertial_raw_delta_pixels') AS real_max_abs_inertial_raw_delta_pixels,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.updates.synthetic.first_event_latency_id') AS synthetic_first_event_latency_id,
      extract_arg_text(s.arg_set_id, 'scroll_jank_v4.updates.first_scroll_update_type') AS first_scroll_update_type,
      extract_arg_text(s.arg_set_id, 'scroll_jank_v4.damage_type') AS damage_type,
      extract_arg_int(s.arg_set_id, 'scroll_jank_v4.vsync_interval_us') AS vsync_interval
    FROM slice AS s
    WHERE s.name = 'ScrollJankV4'
  ),
  moments AS (
    SELECT
      result AS id,
      min(ts) FILTER (name = 'Real scroll update input generation') AS real_first_ts,
      arg_min(ts + dur, ts) FILTER (name = 'Real scroll update input generation') AS real_last_ts,
      min(ts) FILTER (name = 'Extrapolated first synthetic scroll update input generation') AS synthetic_input_ts,
      min(ts) FILTER (name = 'First synthetic scroll update original begin frame') AS synthetic_begin_ts,
      min(ts) FILTER (name = 'Begin frame') AS begin_frame_ts,
      min(ts) FILTER (name IN ('Presentation', 'Extrapolated presentation')) AS presentation_ts
    FROM _chrome_scroll_jank_v4_moments
    GROUP BY result
  )
SELECT
  r.id,
  r.name,
  r.ts,
  r.dur,
  r.result_id,
  r.is_janky,
  r.vsyncs_since_previous_frame,
  r.running_delivery_cutoff,
  r.adjusted_delivery_cutoff,
  r.current_delivery_cutoff,
  r.real_first_event_latency_id,
  m.real_first_ts AS real_first_input_generation_ts,
  m.real_last_ts AS real_last_input_generation_ts,
  coalesce(r.abs_total_raw_delta_pixels, abs(r.real_total_raw_delta_pixels)) AS real_abs_total_raw_delta_pixels,
  r.real_total_raw_delta_pixels,
  r.real_max_abs_inertial_raw_delta_pixels,
  r.synthetic_first_event_latency_id,
  m.synthetic_input_ts AS synthetic_first_extrapolated_input_generation_ts,
  m.synthetic_begin_ts AS synthetic_first_original_begin_frame_ts,
  r.first_scroll_update_type,
  CASE
    WHEN r.first_scroll_update_type = 'REAL' THEN r.real_first_event_latency_id
    WHEN r.first_scroll_update_type IN (
      'SYNTHETIC_WITH_EXTRAPOLATED_INPUT_GENERATION_TIMESTAMP', 'SYNTHETIC_WITHOUT_EXTRAPOLATED_INPUT_GENERATION_TIMESTAMP') THEN r.synthetic_first_event_latency_id
    ELSE coalesce(r.real_first_event_latency_id, r.synthetic_first_event_latency_id)
  END AS first_event_latency_id,
  r.damage_type,
  r.vsync_interval,
  m.begin_frame_ts,
  m.presentation_ts
FROM results AS r
LEFT JOIN moments AS m ON m.id = r.id
ORDER BY r.ts, r.id;

-- Reasons for late frames, with the number of missed vsyncs per reason.
CREATE PERFETTO TABLE chrome_scroll_jank_v4_reasons(
  id JOINID(slice.id), jank_reason STRING, missed_vsyncs LONG
)
AS
SELECT
  s.id,
  max(a.display_value) FILTER (a.key GLOB '*.jank_reason') AS jank_reason,
  max(a.int_value) FILTER (a.key GLOB '*.missed_vsyncs') AS missed_vsyncs
FROM slice AS s
JOIN args AS a ON a.arg_set_id = s.arg_set_id
WHERE s.name = 'ScrollJankV4' AND a.key GLOB 'scroll_jank_v4.missed_vsyncs_per_jank_reason[[]*[]].*'
GROUP BY s.id, substr(a.key, 1, instr(a.key, ']'))
ORDER BY s.id, min(a.id);
