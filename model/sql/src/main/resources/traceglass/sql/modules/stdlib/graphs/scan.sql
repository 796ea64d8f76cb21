-- Values propagated along the edges of an acyclic graph (source_node_id, dest_node_id).

-- Starts with the rows of a table (id and the scan columns). The query receives the incoming rows of each edge as $table, and returns
-- the row that the node passes on: one for each path to it.
CREATE PERFETTO MACRO _graph_scan(
  graph_table TableOrSubquery, init_table TableOrSubquery, scan_columns ColumnNameList, step_query TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_graph_scan($graph_table, $init_table, $scan_columns, $step_query);

-- Like _graph_scan, but a node waits for the rows of all its incoming edges, so that the query can aggregate them.
CREATE PERFETTO MACRO _graph_aggregating_scan(
  graph_table TableOrSubquery, init_table TableOrSubquery, agg_columns ColumnNameList, agg_query TableOrSubquery)
RETURNS TableOrSubquery AS
tg_op_graph_aggregating_scan($graph_table, $init_table, $agg_columns, $agg_query);
