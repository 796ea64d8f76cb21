-- Walks over graphs of edges (source_node_id, dest_node_id).

-- Nodes reachable from the start nodes (node_id) in depth-first order, with the node from which each was reached.
CREATE PERFETTO MACRO graph_reachable_dfs(graph_table TableOrSubquery, start_nodes TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_dfs($graph_table, $start_nodes);

-- Nodes reachable from the start nodes in breadth-first order.
CREATE PERFETTO MACRO graph_reachable_bfs(graph_table TableOrSubquery, start_nodes TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_bfs($graph_table, $start_nodes);

-- For nodes (node_id, node_parent_id, sort_key) the next sibling.
CREATE PERFETTO MACRO graph_next_sibling(graph_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT node_id, lead(node_id) OVER (PARTITION BY node_parent_id ORDER BY sort_key) AS next_node_id
  FROM $graph_table
  ORDER BY node_parent_id, sort_key
);

-- Depth-first walks from roots (root_node_id, root_target_weight) over weighted edges (edge_weight), each up to its target weight.
CREATE PERFETTO MACRO graph_reachable_weight_bounded_dfs(
  graph_table TableOrSubquery, root_table TableOrSubquery, is_target_weight_floor Expr)
RETURNS TableOrSubquery AS
tg_op_weight_bounded_dfs($graph_table, $root_table, $is_target_weight_floor);
