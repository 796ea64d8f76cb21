-- Java heap dumps as frames of flame graphs.
INCLUDE PERFETTO MODULE android.memory.heap_graph.class_tree;

-- Objects of a dump below the object from which they are reached first, and their native memory below them: ids are twice those of the objects, plus 1 for
-- native memory.
CREATE PERFETTO MACRO _experimental_flamegraph_heap_graph_frames(upid Expr, ts Expr) RETURNS TableOrSubquery AS
(
  WITH
    dumped AS (
      SELECT
        o.id, t.parent_id, o.self_size, o.native_size,
        coalesce(c.deobfuscated_name, c.name) || coalesce(' [' || o.root_type || ']', '') AS name
      FROM heap_graph_object AS o
      JOIN heap_graph_class AS c ON c.id = o.type_id
      LEFT JOIN _heap_graph_object_min_depth_tree AS t ON t.id = o.id
      WHERE o.upid = $upid AND o.graph_sample_ts = $ts AND (t.id IS NOT NULL OR o.root_type IS NOT NULL)
    )
  SELECT 2 * id AS id, 2 * parent_id AS parent_id, name, 'JAVA' AS map_name, 1 AS count, self_size AS size, 0 AS alloc_count, 0 AS alloc_size
  FROM dumped
  UNION ALL
  SELECT 2 * id + 1, 2 * id, '[native] ' || name, 'JAVA', 1, native_size, 0, 0
  FROM dumped
  WHERE native_size != 0
);

-- Whether a dump has roots, and whether it is incomplete.
CREATE PERFETTO MACRO _experimental_flamegraph_heap_graph_state(upid Expr, ts Expr) RETURNS TableOrSubquery AS
(
  SELECT
    EXISTS (
      SELECT 1 FROM heap_graph_object AS o
      WHERE o.upid = $upid AND o.graph_sample_ts = $ts AND o.root_type IS NOT NULL
    ) AS has_roots,
    (SELECT h.truncated FROM heap_graph AS h WHERE h.upid = $upid AND h.ts = $ts) AS truncated
);
