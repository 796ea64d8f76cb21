-- Dominators: the last node before a node that is on every path from the root.

-- node_id, dominator_node_id for all nodes reachable from the root; NULL for the root.
CREATE PERFETTO MACRO graph_dominator_tree(graph_table TableOrSubquery, root_node_id Expr)
RETURNS TableOrSubquery AS
tg_op_dominator_tree($graph_table, $root_node_id);
