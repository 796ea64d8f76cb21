-- Slices above and below one.

CREATE PERFETTO FUNCTION _slice_ancestor_and_self(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE up(id) AS (
  SELECT $slice_id
  UNION ALL
  SELECT s.parent_id FROM up JOIN slice AS s ON s.id = up.id WHERE s.parent_id IS NOT NULL
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM up JOIN slice AS s ON s.id = up.id
ORDER BY s.id <> $slice_id, s.id;

CREATE PERFETTO FUNCTION _slice_descendant_and_self(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE down(id) AS (
  SELECT $slice_id
  UNION ALL
  SELECT s.id FROM down JOIN slice AS s ON s.parent_id = down.id
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM down JOIN slice AS s ON s.id = down.id
ORDER BY s.id;

-- Slices (id, parent_id, depth, …) without those whose column is NULL; their children belong to the next slice above that is left.
CREATE PERFETTO MACRO _slice_remove_nulls_and_reparent(slice_table TableOrSubquery, column_name ColumnName)
RETURNS TableOrSubquery AS
(
  WITH RECURSIVE
    _srn_rows AS (SELECT * FROM $slice_table),
    _srn_up(id, above, depth) AS (
      SELECT r.id, r.parent_id, 0 FROM _srn_rows AS r WHERE r.$column_name IS NOT NULL
      UNION ALL
      SELECT u.id, p.parent_id, CASE WHEN p.$column_name IS NULL THEN u.depth ELSE u.depth + 1 END
      FROM _srn_up AS u
      JOIN _srn_rows AS p ON p.id = u.above
    ),
    _srn_parent(id, above) AS (
      SELECT r.id, r.parent_id FROM _srn_rows AS r WHERE r.$column_name IS NOT NULL
      UNION ALL
      SELECT u.id, p.parent_id FROM _srn_parent AS u JOIN _srn_rows AS p ON p.id = u.above WHERE p.$column_name IS NULL
    )
  SELECT
    r.id,
    (SELECT max(q.above) FROM _srn_parent AS q JOIN _srn_rows AS p ON p.id = q.above WHERE q.id = r.id AND p.$column_name IS NOT NULL) AS parent_id,
    (SELECT max(u.depth) FROM _srn_up AS u WHERE u.id = r.id) AS depth,
    r.* EXCLUDE (id, parent_id, depth)
  FROM _srn_rows AS r
  WHERE r.$column_name IS NOT NULL
  ORDER BY r.id
);
