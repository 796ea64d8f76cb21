-- Slices by the stack of names and categories above them.
INCLUDE PERFETTO MODULE slices.hierarchy;

CREATE PERFETTO TABLE _slice_stack AS
SELECT id, path_hash AS stack_id, parent_path_hash AS parent_stack_id
FROM tg_op_path_hashes((SELECT id, parent_id, hash(coalesce(category, '') || '|' || name) AS value FROM slice));

-- Slices, with hashes of the names from the outermost slice to each and to its parent.
CREATE PERFETTO VIEW slice_with_stack_id(
  id ID(slice.id), ts TIMESTAMP, dur DURATION, track_id JOINID(track.id), category STRING, name STRING, depth LONG,
  parent_id JOINID(slice.id), arg_set_id ARGSETID, thread_ts TIMESTAMP, thread_dur LONG, thread_instruction_count LONG,
  thread_instruction_delta LONG, stack_id LONG, parent_stack_id LONG
)
AS
SELECT
  s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur,
  s.thread_instruction_count, s.thread_instruction_delta, k.stack_id, k.parent_stack_id
FROM slice AS s
JOIN _slice_stack AS k ON k.id = s.id;

-- Slices on the path from the root to any slice with this stack, including these.
CREATE PERFETTO FUNCTION ancestor_slice_by_stack(stack_hash LONG)
RETURNS TABLE(
  id JOINID(slice.id), ts TIMESTAMP, dur DURATION, track_id JOINID(track.id), category STRING, name STRING, depth LONG,
  parent_id JOINID(slice.id), arg_set_id ARGSETID, thread_ts TIMESTAMP, thread_dur LONG
) AS
WITH RECURSIVE up(id) AS (
  SELECT k.id FROM _slice_stack AS k WHERE k.stack_id = $stack_hash
  UNION
  SELECT s.parent_id FROM up JOIN slice AS s ON s.id = up.id WHERE s.parent_id IS NOT NULL
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM up JOIN slice AS s ON s.id = up.id
ORDER BY s.id;

-- Descendants of any slice with this stack, including these.
CREATE PERFETTO FUNCTION descendant_slice_by_stack(stack_hash LONG)
RETURNS TABLE(
  id JOINID(slice.id), ts TIMESTAMP, dur DURATION, track_id JOINID(track.id), category STRING, name STRING, depth LONG,
  parent_id JOINID(slice.id), arg_set_id ARGSETID, thread_ts TIMESTAMP, thread_dur LONG
) AS
WITH RECURSIVE down(id) AS (
  SELECT k.id FROM _slice_stack AS k WHERE k.stack_id = $stack_hash
  UNION
  SELECT s.id FROM down JOIN slice AS s ON s.parent_id = down.id
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM down JOIN slice AS s ON s.id = down.id
ORDER BY s.id;
