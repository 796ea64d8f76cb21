-- Frames of Android 9 and older, whose slices contain no frame number.
INCLUDE PERFETTO MODULE slices.with_context;

-- A draw belongs to the last frame of the process that started before it.
CREATE PERFETTO TABLE _frames_maxsdk_28 AS
WITH
  do_frames AS (
    SELECT id, ts, lead(ts, 1, trace_end()) OVER (PARTITION BY upid ORDER BY ts, id) AS next_ts, utid, upid, process_name
    FROM thread_slice
    WHERE is_main_thread = 1 AND name = 'Choreographer#doFrame' AND upid IS NOT NULL
  ),
  draws AS (SELECT id, ts, ts + dur AS ts_end, utid, upid FROM thread_slice WHERE name = 'DrawFrame')
SELECT
  row_number() OVER (ORDER BY f.ts, f.id, d.id) AS frame_id,
  f.ts,
  max(d.ts_end) OVER (PARTITION BY f.id) - f.ts AS dur,
  f.id AS do_frame_id,
  d.id AS draw_frame_id,
  d.utid AS render_thread_utid,
  f.utid AS ui_thread_utid,
  f.upid,
  f.process_name,
  'maxsdk28' AS sdk
FROM draws AS d
ASOF JOIN do_frames AS f ON f.upid = d.upid AND f.ts <= d.ts
WHERE d.ts < f.next_ts
ORDER BY frame_id;
