-- Flattened slices: at every time the deepest slice of a thread.
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE intervals.overlap;

-- Pieces of thread slices without nested slices, with the names of slice and thread.
CREATE PERFETTO TABLE _slice_flattened AS
SELECT
  f.id AS slice_id, f.ts, f.dur, s.depth, s.name, f.root_id, s.track_id, s.utid, s.tid, s.thread_name, s.upid, s.pid, s.process_name
FROM tg_op_tree_flatten((SELECT id, parent_id, ts, dur FROM thread_slice)) AS f
JOIN thread_slice AS s ON s.id = f.id
ORDER BY f.root_id, f.ts;
