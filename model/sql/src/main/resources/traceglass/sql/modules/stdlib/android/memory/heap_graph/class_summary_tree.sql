-- Trees of classes with cumulative sums.
INCLUDE PERFETTO MODULE android.memory.heap_graph.class_tree;
INCLUDE PERFETTO MODULE graphs.scan;

CREATE PERFETTO TABLE _heap_graph_class_tree_cumulatives AS
SELECT id, sum_0 AS cumulative_count, sum_1 AS cumulative_size
FROM tg_op_tree_sums((
  SELECT id, parent_id, self_count AS value_0, self_size AS value_1, 0 AS value_2 FROM _heap_graph_class_tree)) AS sums
ORDER BY id;

-- Objects by class on the shortest paths from the roots: number and bytes, own and cumulative.
CREATE PERFETTO TABLE android_heap_graph_class_summary_tree(
  graph_sample_ts TIMESTAMP, upid JOINID(process.id), id LONG, parent_id LONG, name STRING, root_type STRING, self_count LONG,
  self_size LONG, cumulative_count LONG, cumulative_size LONG) AS
SELECT
  t.graph_sample_ts, t.upid, t.id, t.parent_id, t.name, t.root_type, t.self_count, t.self_size, c.cumulative_count, c.cumulative_size
FROM _heap_graph_class_tree AS t
JOIN _heap_graph_class_tree_cumulatives AS c USING (id)
ORDER BY t.id;
