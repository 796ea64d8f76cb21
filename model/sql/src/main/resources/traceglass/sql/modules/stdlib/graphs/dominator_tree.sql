-- Dominators: the node that every way from the root to a node passes last.

-- node_id, dominator_node_id for all nodes that can be reached from the root; NULL for the root.
CREATE PERFETTO MACRO graph_dominator_tree(graph_table TableOrSubquery, root_node_id Expr)
RETURNS TableOrSubquery AS
tg_op_dominator_tree($graph_table, $root_node_id);
