-- Dominators of heap objects: freeing an object frees all objects it dominates.
INCLUDE PERFETTO MODULE android.memory.heap_graph.excluded_refs;
INCLUDE PERFETTO MODULE graphs.dominator_tree;

-- A virtual node above all roots, which is not an object.
CREATE PERFETTO FUNCTION _heap_graph_super_root_fn() RETURNS LONG AS
SELECT max(id) + 1 FROM heap_graph_object;

CREATE PERFETTO TABLE _raw_heap_graph_dominator_tree AS
SELECT
  node_id AS id,
  CASE WHEN dominator_node_id != (SELECT max(id) + 1 FROM heap_graph_object) THEN dominator_node_id END AS idom_id
FROM graph_dominator_tree!(
  (
    SELECT r.owner_id AS source_node_id, r.owned_id AS dest_node_id
    FROM heap_graph_reference AS r
    JOIN heap_graph_object AS o ON o.id = r.owner_id
    WHERE o.reachable AND r.owned_id IS NOT NULL AND r.id NOT IN (SELECT id FROM _excluded_refs)
    UNION ALL
    SELECT (SELECT max(id) + 1 FROM heap_graph_object) AS source_node_id, id AS dest_node_id
    FROM heap_graph_object
    WHERE root_type IS NOT NULL
  ),
  (SELECT max(id) + 1 FROM heap_graph_object)
)
WHERE dominator_node_id IS NOT NULL
ORDER BY node_id;
