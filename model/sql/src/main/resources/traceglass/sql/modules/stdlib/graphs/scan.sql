-- Values carried along the edges of a graph (source_node_id, dest_node_id), which has no circle.

-- Starts with the rows of a table (id and the scan columns). The query gets as $table what comes to a node over each edge, and gives the row
-- that the node hands on: one for each way that leads to it.
CREATE PERFETTO MACRO _graph_scan(
  graph_table TableOrSubquery, init_table TableOrSubquery, scan_columns ColumnNameList, step_query TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_graph_scan($graph_table, $init_table, $scan_columns, $step_query);

-- The same, but a node waits until everything has come to it over all its edges, so that the query can make one row of these.
CREATE PERFETTO MACRO _graph_aggregating_scan(
  graph_table TableOrSubquery, init_table TableOrSubquery, agg_columns ColumnNameList, agg_query TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_graph_aggregating_scan($graph_table, $init_table, $agg_columns, $agg_query);
