-- Trees taken apart by groups.

-- A tree (id, parent_id, group_key) of one root as one forest for each group: a node's parent becomes the nearest node of its own group above
-- it, NULL where there is none.
CREATE PERFETTO MACRO tree_structural_partition_by_group(tree_table TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_tree_partition($tree_table);
