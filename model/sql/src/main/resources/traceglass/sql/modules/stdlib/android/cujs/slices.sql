-- All slices during journeys, on each of the threads that produce their frames.
INCLUDE PERFETTO MODULE android.cujs.boundaries;
INCLUDE PERFETTO MODULE android.cujs.threads;

-- Slices that overlap the bounds (cuj_id, utid, ts, ts_end) on a thread.
CREATE PERFETTO MACRO _cuj_slices_of_thread(bounds TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT b.cuj_id, t.upid, b.utid, s.*, s.ts + s.dur AS ts_end
  FROM $bounds AS b
  JOIN thread AS t ON t.utid = b.utid
  JOIN thread_track AS tt ON tt.utid = b.utid
  JOIN slice AS s ON s.track_id = tt.id AND s.ts + s.dur >= b.ts AND s.ts <= b.ts_end
  WHERE s.dur > 0
  ORDER BY b.cuj_id, s.id
);

-- Slices of all threads of a process (upid) that overlap the bounds (cuj_id, upid, ts, ts_end).
CREATE PERFETTO MACRO _cuj_slices_of_process(bounds TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT
    b.cuj_id, p.upid, p.name AS process_name, t.utid, t.name AS thread_name, s.id, s.ts, s.dur, s.track_id, s.name, s.depth, s.parent_id,
    s.arg_set_id, s.thread_ts, s.thread_dur, s.id AS slice_id, s.ts + s.dur AS ts_end
  FROM $bounds AS b
  JOIN process AS p ON p.upid = b.upid
  JOIN thread AS t ON t.upid = p.upid
  JOIN thread_track AS tt ON tt.utid = t.utid
  JOIN slice AS s ON s.track_id = tt.id AND s.ts + s.dur >= b.ts AND s.ts <= b.ts_end
  WHERE s.dur > 0
  ORDER BY b.cuj_id, s.id
);

CREATE PERFETTO TABLE _android_jank_cuj_slice AS
SELECT * FROM _cuj_slices_of_process!(_android_jank_cuj_boundary);

CREATE PERFETTO TABLE _android_jank_cuj_main_thread_slice AS
SELECT * FROM _cuj_slices_of_thread!(_android_jank_cuj_main_thread_cuj_boundary);

CREATE PERFETTO TABLE _android_jank_cuj_render_thread_slice AS
SELECT * FROM _cuj_slices_of_thread!(_android_jank_cuj_render_thread_cuj_boundary);

CREATE PERFETTO TABLE _android_jank_cuj_sf_slice AS
SELECT * FROM _cuj_slices_of_process!((SELECT b.*, p.upid FROM _android_jank_cuj_sf_boundary AS b, _android_jank_cuj_sf_process AS p));

CREATE PERFETTO TABLE _android_jank_cuj_sf_main_thread_slice AS
SELECT cuj_id, upid, utid, id, ts, dur, track_id, name, depth, parent_id, arg_set_id, thread_ts, thread_dur, slice_id, ts_end
FROM _cuj_slices_of_thread!(_android_jank_cuj_sf_main_thread_cuj_boundary);

CREATE PERFETTO TABLE _android_jank_cuj_sf_render_engine_slice AS
SELECT cuj_id, upid, utid, id, ts, dur, track_id, name, depth, parent_id, arg_set_id, thread_ts, thread_dur, slice_id, ts_end
FROM _cuj_slices_of_thread!(_android_jank_cuj_sf_render_engine_frame_boundary);
