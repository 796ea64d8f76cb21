-- Slices without nesting: at every time the deepest one of a thread.
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE intervals.overlap;

-- Pieces of thread slices in which nothing runs below them: slice_id, ts, dur, with the slice's and thread's names.
CREATE PERFETTO TABLE _slice_flattened AS
WITH
  roots AS (SELECT id, ts, dur FROM thread_slice WHERE parent_id IS NULL AND dur > 0),
  children AS (
    WITH RECURSIVE below(root_id, id, parent_id, ts, dur) AS (
      SELECT r.id, s.id, s.parent_id, s.ts, s.dur FROM roots AS r JOIN slice AS s ON s.parent_id = r.id
      UNION ALL
      SELECT b.root_id, s.id, s.parent_id, s.ts, s.dur FROM below AS b JOIN slice AS s ON s.parent_id = b.id
    )
    SELECT * FROM below WHERE dur > 0
  )
SELECT f.id AS slice_id, f.ts, f.dur, s.name, s.depth, s.track_id, s.thread_name, s.utid, s.tid, s.process_name, s.upid, s.pid, s.is_main_thread, f.root_id
FROM _intervals_flatten!(_intervals_merge_root_and_children!(roots, children)) AS f
JOIN thread_slice AS s ON s.id = f.id;
