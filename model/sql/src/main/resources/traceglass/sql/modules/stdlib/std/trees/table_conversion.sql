-- Conversion between trees and tables of nodes (id, parent_id, …): nodes are numbered in the order of their rows.

CREATE PERFETTO MACRO _tree_from_table(nodes TableOrSubquery, columns ColumnNameList)
RETURNS TableOrSubquery AS
(SELECT *, row_number() OVER () - 1 AS _tree_number FROM $nodes);

CREATE PERFETTO MACRO _tree_column(name ColumnName) RETURNS Expr AS _ttt_node.$name;

CREATE PERFETTO MACRO _tree_to_table(tree TableOrSubquery, columns ColumnNameList)
RETURNS TableOrSubquery AS
(
  WITH _ttt AS (SELECT * FROM $tree)
  SELECT
    _ttt_node._tree_number AS _tree_id,
    _ttt_parent._tree_number AS _tree_parent_id,
    _ttt_node.id,
    _ttt_node.parent_id,
    __intrinsic_token_apply!(_tree_column, $columns)
  FROM _ttt AS _ttt_node
  LEFT JOIN _ttt AS _ttt_parent ON _ttt_parent.id = _ttt_node.parent_id
  ORDER BY _ttt_node._tree_number
);
