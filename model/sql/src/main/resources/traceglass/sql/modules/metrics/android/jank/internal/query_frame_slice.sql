-- Slices within the frames of interactions, cut at the bounds of each frame on their thread, and their total time for each frame.

CREATE OR REPLACE PERFETTO TABLE {{prefix}}_query_slice AS
SELECT DISTINCT w.cuj_id, w.utid, w.id, w.name, w.ts, w.dur, w.ts_end
FROM {{wanted}} AS w
JOIN {{slices}} AS s ON s.cuj_id = w.cuj_id AND s.id = w.id;

CREATE OR REPLACE PERFETTO VIEW {{prefix}}_slice_in_frame AS
SELECT
  f.*,
  q.id AS slice_id,
  q.utid AS slice_utid,
  q.name AS slice_name,
  greatest(q.ts, b.ts) AS slice_ts,
  least(q.ts_end, b.ts_end) AS slice_ts_end,
  least(q.ts_end, b.ts_end) - greatest(q.ts, b.ts) AS slice_dur,
  q.ts_end AS ts_end_original
FROM {{frames}} AS f
JOIN {{bounds}} AS b ON b.cuj_id = f.cuj_id AND b.vsync = f.vsync
JOIN {{prefix}}_query_slice AS q ON q.cuj_id = f.cuj_id AND q.ts < b.ts + b.dur AND q.ts + q.dur > b.ts;

CREATE OR REPLACE PERFETTO VIEW {{prefix}}_slice_in_frame_agg AS
SELECT
  cuj_id,
  frame_number,
  vsync,
  dur_expected,
  app_missed,
  sf_missed,
  1.0 * sum(slice_dur) / dur_expected AS slice_dur_div_frame_dur_expected,
  sum(slice_dur) AS slice_dur_sum,
  max(slice_dur) AS slice_dur_max
FROM {{prefix}}_slice_in_frame
GROUP BY cuj_id, frame_number, vsync, dur_expected, app_missed, sf_missed;
