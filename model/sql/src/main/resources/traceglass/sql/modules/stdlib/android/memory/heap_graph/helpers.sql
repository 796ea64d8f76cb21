-- Reduced object trees: objects reached through the same classes are merged into one node.
INCLUDE PERFETTO MODULE graphs.scan;

-- Id of the path from the root, by class names, for each object of a tree (id, parent_id).
CREATE PERFETTO MACRO _heap_graph_type_path_hash(tab TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT id, path_hash, parent_path_hash
  FROM tg_op_class_paths(
    (
      WITH kinds AS (
        SELECT row_number() OVER (ORDER BY root_type, heap_type) - 1 AS kind, root_type, heap_type
        FROM (SELECT DISTINCT root_type, heap_type FROM heap_graph_object)
      )
      SELECT t.id, t.parent_id, o.upid, o.graph_sample_ts, o.type_id, k.kind
      FROM $tab AS t
      JOIN heap_graph_object AS o USING (id)
      JOIN kinds AS k ON k.root_type IS NOT DISTINCT FROM o.root_type AND k.heap_type IS NOT DISTINCT FROM o.heap_type
    ),
    (
      SELECT row_number() OVER (ORDER BY root_type, heap_type) - 1 AS kind, root_type, heap_type
      FROM (SELECT DISTINCT root_type, heap_type FROM heap_graph_object)
    ),
    (SELECT id AS type_id, coalesce(deobfuscated_name, name, '') AS name FROM heap_graph_class)
  )
  ORDER BY id
);

-- Objects of each path combined, and the native memory they own as a separate node below them.
CREATE PERFETTO MACRO _heap_graph_path_hash_aggregate(tab TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH ways AS MATERIALIZED (
    SELECT
      min(o.graph_sample_ts) AS graph_sample_ts,
      min(o.upid) AS upid,
      h.path_hash,
      min(h.parent_path_hash) AS parent_path_hash,
      arg_min(coalesce(c.deobfuscated_name, c.name, ''), o.id) AS name,
      min(o.root_type) AS root_type,
      min(o.heap_type) AS heap_type,
      count(*) AS self_count,
      sum(CASE WHEN o.self_size != -1 THEN o.self_size ELSE 0 END) AS self_size,
      sum(CASE WHEN o.native_size > 0 THEN 1 ELSE 0 END) AS native_count,
      sum(o.native_size) AS native_size
    FROM $tab AS h
    JOIN heap_graph_object AS o USING (id)
    JOIN heap_graph_class AS c ON c.id = o.type_id
    GROUP BY h.path_hash
  )
  SELECT graph_sample_ts, upid, path_hash, parent_path_hash, name, root_type, heap_type, self_count, self_size
  FROM ways
  UNION ALL
  SELECT
    graph_sample_ts, upid, n.native_path_hash, path_hash, '[native] ' || name, root_type, 'HEAP_TYPE_NATIVE', native_count, native_size
  FROM ways
  JOIN tg_op_native_paths((SELECT path_hash FROM $tab)) AS n USING (path_hash)
  WHERE native_size > 0
  ORDER BY path_hash
);

-- The paths as a tree with ids from 0, in order.
CREATE PERFETTO MACRO _heap_graph_path_hashes_to_class_tree(tab TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH numbered AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY path_hash) - 1 AS id FROM $tab)
  SELECT
    c.graph_sample_ts, c.upid, c.id, p.id AS parent_id, c.name, c.root_type, c.heap_type, c.self_count, c.self_size,
    c.path_hash AS path_hash_stable
  FROM numbered AS c
  LEFT JOIN numbered AS p ON p.path_hash = c.parent_path_hash
  ORDER BY c.id
);
