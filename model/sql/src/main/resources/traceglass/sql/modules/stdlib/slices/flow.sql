-- Flows as a graph of slices.
INCLUDE PERFETTO MODULE graphs.search;

-- All slices reachable through the flows of some slices (id): root_node_id, node_id, parent_node_id.
CREATE PERFETTO MACRO _slice_following_flow(source_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT *
  FROM graph_reachable_weight_bounded_dfs!(
    (SELECT slice_out AS source_node_id, slice_in AS dest_node_id, 0 AS edge_weight FROM flow),
    (SELECT f.slice_out AS root_node_id, 1 AS root_target_weight FROM flow AS f JOIN $source_table AS source ON source.id = f.slice_out),
    1
  )
);
