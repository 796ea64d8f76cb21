-- Critical user journeys (CUJs): interactions in system apps that must be smooth, as marked by InteractionJankMonitor. A journey is a
-- slice `J<NAME>` of a process.
INCLUDE PERFETTO MODULE android.frames.timeline;

CREATE PERFETTO MACRO _is_jank_slice(slice TableOrSubquery, process TableOrSubquery) RETURNS Expr AS
$slice.name GLOB 'J<*>' AND ($process.name GLOB 'com.google.android*' OR $process.name GLOB 'com.android.*');

CREATE PERFETTO TABLE _jank_cujs_slices AS
SELECT
  row_number() OVER (ORDER BY s.ts, s.id) AS cuj_id,
  p.upid,
  p.name AS process_name,
  s.id AS slice_id,
  s.name AS cuj_slice_name,
  s.ts,
  s.dur,
  s.ts + s.dur AS ts_end
FROM slice AS s
JOIN process_track AS t ON t.id = s.track_id
JOIN process AS p USING (upid)
WHERE _is_jank_slice!(s, p) AND s.dur > 0
ORDER BY cuj_id;

-- Marks of the frame tracker during a journey, `J<NAME>#FT#WHAT`, or `FT#WHAT` on a track named like the journey.
CREATE PERFETTO TABLE _cuj_state_markers AS
WITH marks AS (
  SELECT s.id, s.ts, s.name, t.name AS track_name, t.utid
  FROM slice AS s
  LEFT JOIN __intrinsic_track AS t ON t.id = s.track_id
  WHERE contains(s.name, 'FT#') OR s.name GLOB 'J<*>#UIThread'
)
SELECT
  c.cuj_id,
  c.upid,
  CASE
    WHEN contains(m.name, 'FT#begin') THEN 'begin'
    WHEN contains(m.name, 'FT#deferMonitoring') THEN 'deferMonitoring'
    WHEN contains(m.name, 'FT#end') THEN 'end'
    WHEN contains(m.name, 'FT#cancel') THEN 'cancel'
    WHEN contains(m.name, 'FT#layerId') THEN 'layerId'
    WHEN ends_with(m.name, '#UIThread') THEN 'UIThread'
    ELSE 'other'
  END AS marker_type,
  m.name AS marker_name,
  m.utid
FROM _jank_cujs_slices AS c
JOIN marks AS m ON m.ts >= c.ts AND m.ts < c.ts_end
WHERE starts_with(m.name, c.cuj_slice_name || '#FT#')
  OR m.track_name = c.cuj_slice_name AND starts_with(m.name, 'FT#')
  OR m.name = c.cuj_slice_name || '#UIThread'
ORDER BY c.cuj_id, m.id;

-- Data from a journey's marks: its layer, its first and last vsync, its UI thread.
CREATE PERFETTO TABLE _cuj_instant_events AS
SELECT
  c.cuj_id,
  c.upid,
  max(CASE WHEN contains(m.marker_name, 'layerId#') THEN cast_int!(str_split(m.marker_name, 'layerId#', 1)) END) AS layer_id,
  max(CASE WHEN contains(m.marker_name, 'beginVsync#') THEN cast_int!(str_split(m.marker_name, 'beginVsync#', 1)) END) AS begin_vsync,
  max(CASE WHEN contains(m.marker_name, 'endVsync#') THEN cast_int!(str_split(m.marker_name, 'endVsync#', 1)) END) AS end_vsync,
  max(m.utid) FILTER (m.marker_type = 'UIThread') AS ui_thread
FROM _jank_cujs_slices AS c
LEFT JOIN _cuj_state_markers AS m USING (cuj_id)
GROUP BY c.cuj_id, c.upid
ORDER BY c.cuj_id;

-- Outcome of a journey.
CREATE PERFETTO TABLE _cuj_states AS
SELECT cuj_id, CASE WHEN bool_or(marker_type = 'cancel') THEN 'canceled' WHEN bool_or(marker_type = 'end') THEN 'completed' END AS state
FROM _cuj_state_markers
GROUP BY cuj_id;

CREATE PERFETTO FUNCTION _extract_cuj_name_from_slice(cuj_slice_name STRING) RETURNS STRING AS
SELECT substr($cuj_slice_name, 3, length($cuj_slice_name) - 3);

-- Frames of a journey's UI thread from its first to its last vsync, one row per layer.
CREATE PERFETTO TABLE _all_frames_in_cuj AS
SELECT
  _extract_cuj_name_from_slice(c.cuj_slice_name) AS cuj_name,
  c.upid,
  c.process_name,
  e.layer_id AS cuj_layer_id,
  f.layer_id,
  f.layer_name,
  f.frame_id,
  f.do_frame_id,
  f.expected_frame_timeline_id,
  c.cuj_id,
  f.ts AS frame_ts,
  f.dur,
  f.ts_end,
  f.ui_thread_utid,
  f.render_thread_utid
FROM (SELECT *, row_number() OVER () AS nr FROM android_frames_layers) AS f
JOIN _cuj_instant_events AS e ON e.ui_thread = f.ui_thread_utid
JOIN _jank_cujs_slices AS c ON c.cuj_id = e.cuj_id
WHERE f.layer_id IS NOT NULL
  AND f.frame_id BETWEEN e.begin_vsync AND e.end_vsync
  AND (f.ts BETWEEN c.ts AND c.ts_end OR f.ts_end BETWEEN c.ts AND c.ts_end)
ORDER BY f.nr, c.cuj_id;

-- Frames of a journey, one row per frame.
CREATE PERFETTO TABLE _android_distinct_frames_in_cuj AS
WITH
  numbered AS (SELECT *, row_number() OVER () AS nr FROM _all_frames_in_cuj),
  frames AS (
    SELECT frame_id, cuj_id, min(nr) AS nr, min(frame_ts) AS first_ts, max(ts_end) AS last_ts FROM numbered GROUP BY frame_id, cuj_id
  )
SELECT
  row_number() OVER (PARTITION BY f.cuj_id ORDER BY f.first_ts, f.frame_id) AS frame_idx,
  count(*) OVER (PARTITION BY f.cuj_id) AS frame_cnt,
  n.cuj_name, n.upid, n.cuj_layer_id, n.layer_id, n.layer_name, n.process_name, f.frame_id, n.do_frame_id, n.expected_frame_timeline_id,
  f.cuj_id, n.ui_thread_utid, n.render_thread_utid,
  f.first_ts AS frame_ts,
  f.last_ts AS ts_end,
  f.last_ts - f.first_ts AS dur
FROM frames AS f
JOIN numbered AS n ON n.nr = f.nr
ORDER BY f.cuj_id, f.first_ts, f.frame_id;

-- Frames of a journey, one row per frame and layer.
CREATE PERFETTO VIEW _android_distinct_frames_layers_cuj AS
SELECT
  cuj_name, upid, cuj_layer_id, layer_id, layer_name, process_name, frame_id, do_frame_id, expected_frame_timeline_id, cuj_id,
  ui_thread_utid, render_thread_utid, frame_ts, ts_end, dur
FROM _all_frames_in_cuj
QUALIFY row_number() OVER (PARTITION BY frame_id, cuj_id, layer_id ORDER BY frame_ts, dur, do_frame_id) = 1
ORDER BY frame_id, cuj_id, layer_id;

-- Choreographer slices of a journey, on its UI thread, or on the main thread if there is no mark.
CREATE PERFETTO TABLE _android_jank_cuj_do_frames AS
SELECT c.cuj_id, e.ui_thread, t.utid, f.id, f.frame_id AS vsync, f.ts, f.upid, s.ts + s.dur AS ts_end, s.track_id
FROM thread AS t
JOIN _jank_cujs_slices AS c ON c.upid = t.upid
JOIN _cuj_instant_events AS e ON e.cuj_id = c.cuj_id
JOIN thread_track AS tt ON tt.utid = t.utid
JOIN slice AS s ON s.track_id = tt.id AND s.ts + s.dur >= c.ts AND s.ts <= c.ts_end
JOIN android_frames_choreographer_do_frame AS f ON f.id = s.id
WHERE (e.ui_thread IS NULL AND t.is_main_thread = 1 OR e.ui_thread = t.utid)
  AND f.frame_id > 0
  AND f.frame_id >= coalesce(e.begin_vsync, f.frame_id)
  AND f.frame_id <= coalesce(e.end_vsync, f.frame_id)
ORDER BY t.utid, c.cuj_id, f.id;

-- Layer drawn by a journey: the marked one, or the only layer of its frames.
CREATE PERFETTO TABLE android_jank_cuj_layer_name AS
WITH
  layers AS (SELECT cuj_id, frame_id, cuj_layer_id, count(DISTINCT layer_name) AS number, max(layer_name) AS layer_name FROM _all_frames_in_cuj GROUP BY ALL)
SELECT cuj_id, max(layer_name) AS layer_name FROM _all_frames_in_cuj WHERE layer_id = cuj_layer_id GROUP BY cuj_id
UNION ALL
SELECT cuj_id, max(layer_name) FROM layers WHERE cuj_layer_id IS NULL GROUP BY cuj_id HAVING max(number) = 1;

-- Journeys that were not canceled, and those with unknown end that took more than 4 ms.
CREATE PERFETTO TABLE android_jank_cuj AS
SELECT
  c.cuj_id,
  c.upid,
  c.process_name,
  c.slice_id,
  c.cuj_slice_name,
  c.ts,
  c.dur,
  c.ts_end,
  _extract_cuj_name_from_slice(c.cuj_slice_name) AS cuj_name,
  s.state,
  e.ui_thread,
  e.layer_id,
  e.begin_vsync,
  e.end_vsync
FROM _jank_cujs_slices AS c
JOIN _cuj_instant_events AS e USING (cuj_id)
LEFT JOIN _cuj_states AS s USING (cuj_id)
WHERE s.state <> 'canceled' OR s.state IS NULL AND c.dur > 4000000
ORDER BY c.ts, c.cuj_id;
