-- Slices by the stack of names and categories above them.
INCLUDE PERFETTO MODULE slices.hierarchy;

CREATE PERFETTO TABLE _slice_stack AS
WITH RECURSIVE stacks(id, stack_id, parent_stack_id) AS (
  SELECT s.id, CAST(hash(s.category, s.name) >> 1 AS BIGINT), CAST(0 AS BIGINT) FROM slice AS s WHERE s.parent_id IS NULL
  UNION ALL
  SELECT s.id, CAST(hash(p.stack_id, s.category, s.name) >> 1 AS BIGINT), p.stack_id
  FROM stacks AS p
  JOIN slice AS s ON s.parent_id = p.id
)
SELECT * FROM stacks ORDER BY id;

CREATE PERFETTO VIEW slice_with_stack_id AS
SELECT
  s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur,
  s.thread_instruction_count, s.thread_instruction_delta, k.stack_id, k.parent_stack_id
FROM slice AS s
JOIN _slice_stack AS k ON k.id = s.id;

-- Slices on the way from the root to any slice with this stack, these included.
CREATE PERFETTO FUNCTION ancestor_slice_by_stack(stack_hash LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE up(id) AS (
  SELECT k.id FROM _slice_stack AS k WHERE k.stack_id = $stack_hash
  UNION
  SELECT s.parent_id FROM up JOIN slice AS s ON s.id = up.id WHERE s.parent_id IS NOT NULL
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM up JOIN slice AS s ON s.id = up.id
ORDER BY s.id;

-- Slices below any slice with this stack, these included.
CREATE PERFETTO FUNCTION descendant_slice_by_stack(stack_hash LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE down(id) AS (
  SELECT k.id FROM _slice_stack AS k WHERE k.stack_id = $stack_hash
  UNION
  SELECT s.id FROM down JOIN slice AS s ON s.parent_id = down.id
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM down JOIN slice AS s ON s.id = down.id
ORDER BY s.id;
