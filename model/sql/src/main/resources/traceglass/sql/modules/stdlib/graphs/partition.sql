-- Trees partitioned by groups.

-- A tree (id, parent_id, group_key) with one root as one forest per group: the new parent of a node is its nearest ancestor in its own
-- group, NULL if there is none.
CREATE PERFETTO MACRO tree_structural_partition_by_group(tree_table TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_tree_partition($tree_table);
