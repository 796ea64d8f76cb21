-- Dominators of objects, with sums over the dominated objects.
INCLUDE PERFETTO MODULE android.memory.heap_graph.raw_dominator_tree;

-- Reachable objects: their immediate dominator (NULL if there is none), and the number and bytes of all objects they dominate,
-- including themselves. Roots have depth 1.
CREATE PERFETTO TABLE heap_graph_dominator_tree(
  id LONG, idom_id LONG, dominated_obj_count LONG, dominated_size_bytes LONG, dominated_native_size_bytes LONG, depth LONG) AS
SELECT
  id, parent_id AS idom_id, sum_0 AS dominated_obj_count, sum_1 AS dominated_size_bytes, sum_2 AS dominated_native_size_bytes, depth
FROM tg_op_tree_sums((
  SELECT d.id, d.idom_id AS parent_id, 1 AS value_0, o.self_size AS value_1, o.native_size AS value_2
  FROM _raw_heap_graph_dominator_tree AS d
  JOIN heap_graph_object AS o USING (id))) AS sums
ORDER BY id;
