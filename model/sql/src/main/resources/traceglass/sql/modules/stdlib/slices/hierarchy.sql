-- Ancestors and descendants of slices.

CREATE PERFETTO FUNCTION _slice_ancestor_and_self(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE up(id) AS (
  SELECT $slice_id
  UNION ALL
  SELECT s.parent_id FROM up JOIN slice AS s ON s.id = up.id WHERE s.parent_id IS NOT NULL
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM up JOIN slice AS s ON s.id = up.id
ORDER BY CASE WHEN s.id = $slice_id THEN 0 ELSE 1 END, s.id;

CREATE PERFETTO FUNCTION _slice_descendant_and_self(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE down(id) AS (
  SELECT $slice_id
  UNION ALL
  SELECT s.id FROM down JOIN slice AS s ON s.parent_id = down.id
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM down JOIN slice AS s ON s.id = down.id
ORDER BY s.id;

-- Slices (id, parent_id, depth, the column) without those whose column is NULL. The new parent of each is its nearest remaining
-- ancestor, with that slice's depth; the outermost slice and depth 0 if there is none.
CREATE PERFETTO MACRO _slice_remove_nulls_and_reparent(slice_table TableOrSubquery, column_name ColumnName)
RETURNS TableOrSubquery AS
(
  WITH RECURSIVE
    _srn_kept AS (SELECT id, parent_id, depth, $column_name FROM $slice_table WHERE $column_name IS NOT NULL),
    _srn_up(id, above) AS (
      SELECT k.id, s.parent_id FROM _srn_kept AS k JOIN slice AS s ON s.id = k.id WHERE k.depth <> 0 AND s.parent_id IS NOT NULL
      UNION ALL
      SELECT u.id, s.parent_id
      FROM _srn_up AS u
      JOIN slice AS s ON s.id = u.above
      WHERE s.parent_id IS NOT NULL AND u.above NOT IN (SELECT id FROM _srn_kept)
    )
  SELECT id, parent_id, depth, $column_name FROM _srn_kept WHERE depth = 0
  UNION ALL
  SELECT k.id, u.above, coalesce(a.depth, 0), k.$column_name
  FROM _srn_up AS u
  JOIN _srn_kept AS k ON k.id = u.id
  JOIN slice AS s ON s.id = u.above
  LEFT JOIN _srn_kept AS a ON a.id = u.above
  WHERE a.id IS NOT NULL OR s.parent_id IS NULL
);
