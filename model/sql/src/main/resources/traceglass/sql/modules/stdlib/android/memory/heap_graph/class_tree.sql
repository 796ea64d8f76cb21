-- Java heaps as trees of classes: each object on its shortest path to a root.
INCLUDE PERFETTO MODULE android.memory.heap_graph.excluded_refs;
INCLUDE PERFETTO MODULE android.memory.heap_graph.helpers;
INCLUDE PERFETTO MODULE graphs.search;

-- Each reachable object with the object from which it is reached first; roots are ordered by the names of their classes.
CREATE PERFETTO TABLE _heap_graph_object_min_depth_tree AS
SELECT node_id AS id, parent_node_id AS parent_id
FROM graph_reachable_bfs!(
  (
    SELECT r.owner_id AS source_node_id, r.owned_id AS dest_node_id
    FROM heap_graph_reference AS r
    WHERE r.owned_id IS NOT NULL AND r.id NOT IN (SELECT id FROM _excluded_refs)
    ORDER BY r.owned_id, r.id
  ),
  (
    SELECT o.id AS node_id
    FROM heap_graph_object AS o
    JOIN heap_graph_class AS c ON c.id = o.type_id
    WHERE o.root_type IS NOT NULL
    ORDER BY c.name, o.id
  )
)
ORDER BY node_id;

CREATE PERFETTO TABLE _heap_graph_path_hashes AS
SELECT * FROM _heap_graph_type_path_hash!(_heap_graph_object_min_depth_tree);

CREATE PERFETTO TABLE _heap_graph_path_hashes_aggregated AS
SELECT * FROM _heap_graph_path_hash_aggregate!(_heap_graph_path_hashes);

CREATE PERFETTO TABLE _heap_graph_class_tree AS
SELECT * FROM _heap_graph_path_hashes_to_class_tree!(_heap_graph_path_hashes_aggregated);

-- Objects by class that are reached through tree edges from the objects (path_hashes: id, path_hash) of some paths (path_hash).
CREATE PERFETTO MACRO _heap_graph_objects_found(edges TableOrSubquery, path_hashes TableOrSubquery, path_hash_values TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    coalesce(c.deobfuscated_name, c.name) AS class_name, o.heap_type, o.root_type, o.reachable,
    sum(o.self_size) AS total_size, sum(o.native_size) AS total_native_size, count(*) AS count
  FROM graph_reachable_bfs!(
    $edges,
    (
      SELECT h.id AS node_id
      FROM $path_hashes AS h
      JOIN $path_hash_values AS wanted USING (path_hash)
    )
  ) AS found
  JOIN heap_graph_object AS o ON o.id = found.node_id
  JOIN heap_graph_class AS c ON c.id = o.type_id
  GROUP BY class_name, o.heap_type, o.root_type, o.reachable
  ORDER BY count DESC
);

-- Objects retained by the objects of some paths.
CREATE PERFETTO MACRO _heap_graph_retained_object_count_agg(path_hashes TableOrSubquery, path_hash_values TableOrSubquery)
RETURNS TableOrSubquery AS
_heap_graph_objects_found!(
  (SELECT coalesce(parent_id, id) AS source_node_id, coalesce(id, parent_id) AS dest_node_id FROM _heap_graph_object_min_depth_tree),
  $path_hashes, $path_hash_values);

-- Objects that retain the objects of some paths.
CREATE PERFETTO MACRO _heap_graph_retaining_object_count_agg(path_hashes TableOrSubquery, path_hash_values TableOrSubquery)
RETURNS TableOrSubquery AS
_heap_graph_objects_found!(
  (SELECT coalesce(id, parent_id) AS source_node_id, coalesce(parent_id, id) AS dest_node_id FROM _heap_graph_object_min_depth_tree),
  $path_hashes, $path_hash_values);

-- Number of paths by class of the reached objects.
CREATE PERFETTO MACRO _heap_graph_duplicate_objects_agg(path_hashes TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT
    count(DISTINCT h.path_hash) AS path_count, count(*) AS object_count, sum(o.self_size) AS total_size,
    sum(o.native_size) AS total_native_size, coalesce(c.deobfuscated_name, c.name) AS class_name
  FROM $path_hashes AS h
  JOIN heap_graph_object AS o ON o.id = h.id
  JOIN heap_graph_class AS c ON c.id = o.type_id
  GROUP BY class_name
  ORDER BY path_count DESC
);
