-- Java heaps by class.
INCLUDE PERFETTO MODULE android.memory.heap_graph.dominator_tree;
INCLUDE PERFETTO MODULE graphs.partition;

CREATE PERFETTO FUNCTION _partition_tree_super_root_fn() RETURNS LONG AS
SELECT max(id) + 1 FROM heap_graph_object;

-- Returns whether a class belongs to Java or Kotlin, or is an array of primitives.
CREATE PERFETTO FUNCTION _is_libcore_or_array(obj_name STRING) RETURNS BOOL AS
SELECT ($obj_name GLOB 'java.*' AND NOT ($obj_name GLOB 'java.lang.Class<*>'))
  OR $obj_name GLOB 'j$.*'
  OR regexp_matches($obj_name, '^(int|long|byte|char|short|float|double|boolean)\[')
  OR $obj_name GLOB 'android.util.*Array*'
  OR $obj_name GLOB 'kotlinx.coroutines.*'
  OR $obj_name GLOB 'kotlinx.atomicfu.*';

-- A single tree of all dominators, with their classes as groups.
CREATE PERFETTO TABLE _heap_graph_dominator_tree_for_partition AS
SELECT d.id, coalesce(d.idom_id, (SELECT max(id) + 1 FROM heap_graph_object)) AS parent_id, o.type_id AS group_key
FROM heap_graph_dominator_tree AS d
JOIN heap_graph_object AS o USING (id)
UNION ALL
SELECT max(id) + 1, NULL, (SELECT max(id) + 1 FROM heap_graph_class) FROM heap_graph_object HAVING max(id) IS NOT NULL;

-- Objects not dominated by another object of their class: only the objects they dominate are counted for the class.
CREATE PERFETTO TABLE _heap_object_marked_for_dominated_stats AS
SELECT id, CASE WHEN parent_id IS NULL THEN 1 ELSE 0 END AS marked
FROM tree_structural_partition_by_group!(_heap_graph_dominator_tree_for_partition)
ORDER BY id;

-- Objects of each class in each Java heap dump: counts, sizes, and those that are reachable or dominated.
CREATE PERFETTO TABLE android_heap_graph_class_aggregation(
  upid JOINID(process.id), graph_sample_ts TIMESTAMP, type_id LONG, type_name STRING, is_libcore_or_array BOOL, obj_count LONG,
  size_bytes LONG, native_size_bytes LONG, reachable_obj_count LONG, reachable_size_bytes LONG, reachable_native_size_bytes LONG,
  dominated_obj_count LONG, dominated_size_bytes LONG, dominated_native_size_bytes LONG) AS
WITH by_type AS (
  SELECT
    o.upid, o.graph_sample_ts, o.type_id,
    count(*) AS obj_count,
    sum(o.self_size) AS size_bytes,
    sum(o.native_size) AS native_size_bytes,
    sum(CASE WHEN o.reachable THEN 1 ELSE 0 END) AS reachable_obj_count,
    sum(CASE WHEN o.reachable THEN o.self_size ELSE 0 END) AS reachable_size_bytes,
    sum(CASE WHEN o.reachable THEN o.native_size ELSE 0 END) AS reachable_native_size_bytes,
    sum(CASE WHEN m.marked THEN d.dominated_obj_count ELSE 0 END) AS dominated_obj_count,
    sum(CASE WHEN m.marked THEN d.dominated_size_bytes ELSE 0 END) AS dominated_size_bytes,
    sum(CASE WHEN m.marked THEN d.dominated_native_size_bytes ELSE 0 END) AS dominated_native_size_bytes
  FROM heap_graph_object AS o
  LEFT JOIN _heap_object_marked_for_dominated_stats AS m USING (id)
  LEFT JOIN heap_graph_dominator_tree AS d USING (id)
  GROUP BY o.upid, o.graph_sample_ts, o.type_id
)
SELECT
  b.upid, b.graph_sample_ts, b.type_id, coalesce(c.deobfuscated_name, c.name) AS type_name,
  _is_libcore_or_array(coalesce(c.deobfuscated_name, c.name)) AS is_libcore_or_array,
  b.obj_count, b.size_bytes, b.native_size_bytes, b.reachable_obj_count, b.reachable_size_bytes, b.reachable_native_size_bytes,
  b.dominated_obj_count, b.dominated_size_bytes, b.dominated_native_size_bytes
FROM by_type AS b
JOIN heap_graph_class AS c ON c.id = b.type_id
ORDER BY b.upid, b.graph_sample_ts, b.type_id;
