-- Objects with their retained objects, on the shortest paths from the roots.
INCLUDE PERFETTO MODULE android.memory.heap_graph.class_tree;
INCLUDE PERFETTO MODULE graphs.scan;

-- Cumulative sums of each object; an object that is on no path has only its own values.
CREATE PERFETTO TABLE _heap_graph_object_tree_aggregation AS
SELECT id, sum_0 AS cumulative_size, sum_1 AS cumulative_native_size, sum_2 AS cumulative_count
FROM tg_op_tree_sums((
  SELECT o.id, t.parent_id, o.self_size AS value_0, o.native_size AS value_1, 1 AS value_2
  FROM heap_graph_object AS o
  LEFT JOIN _heap_graph_object_min_depth_tree AS t USING (id))) AS sums
ORDER BY id;

-- Objects of some paths (path_hash), with the number of their references.
CREATE PERFETTO MACRO _heap_graph_object_references_agg(path_hashes TableOrSubquery, path_hash_values TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    h.path_hash, coalesce(c.deobfuscated_name, c.name) AS class_name, r.outgoing_reference_count,
    a.cumulative_native_size + a.cumulative_size AS total_cumulative_size, a.cumulative_size, a.cumulative_native_size,
    a.cumulative_count, o.*
  FROM (SELECT p.* FROM $path_hashes AS p JOIN $path_hash_values AS wanted USING (path_hash)) AS h
  JOIN heap_graph_object AS o ON o.id = h.id
  JOIN _heap_graph_object_tree_aggregation AS a ON a.id = h.id
  JOIN heap_graph_class AS c ON c.id = o.type_id
  JOIN (SELECT owner_id, count(owned_id) AS outgoing_reference_count FROM heap_graph_reference GROUP BY owner_id) AS r
    ON r.owner_id = o.id
  ORDER BY total_cumulative_size DESC
);

-- Objects that refer to those of some paths, with the field and the sums of the referenced object.
CREATE PERFETTO MACRO _heap_graph_incoming_references_agg(path_hashes TableOrSubquery, path_hash_values TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    h.path_hash, coalesce(c.deobfuscated_name, c.name) AS class_name, coalesce(r.deobfuscated_field_name, r.field_name) AS field_name,
    r.field_type_name, a.cumulative_native_size + a.cumulative_size AS total_cumulative_size, a.cumulative_size,
    a.cumulative_native_size, a.cumulative_count, source.*
  FROM (SELECT p.* FROM $path_hashes AS p JOIN $path_hash_values AS wanted USING (path_hash)) AS h
  JOIN heap_graph_reference AS r ON r.owned_id = h.id
  JOIN heap_graph_object AS source ON source.id = r.owner_id
  JOIN _heap_graph_object_tree_aggregation AS a ON a.id = h.id
  JOIN heap_graph_class AS c ON c.id = source.type_id
  ORDER BY total_cumulative_size DESC
);

-- Objects referenced by those of some paths, with the field.
CREATE PERFETTO MACRO _heap_graph_outgoing_references_agg(path_hashes TableOrSubquery, path_hash_values TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    h.path_hash, coalesce(c.deobfuscated_name, c.name) AS class_name, coalesce(r.deobfuscated_field_name, r.field_name) AS field_name,
    r.field_type_name, a.cumulative_native_size + a.cumulative_size AS total_cumulative_size, a.cumulative_size,
    a.cumulative_native_size, a.cumulative_count, target.*
  FROM (SELECT p.* FROM $path_hashes AS p JOIN $path_hash_values AS wanted USING (path_hash)) AS h
  JOIN heap_graph_reference AS r ON r.owner_id = h.id
  JOIN heap_graph_object AS target ON target.id = r.owned_id
  JOIN _heap_graph_object_tree_aggregation AS a ON a.id = target.id
  JOIN heap_graph_class AS c ON c.id = target.type_id
  ORDER BY total_cumulative_size DESC
);
