-- Gaps between intervals as intervals of their own, up to the bounds of the trace.
INCLUDE PERFETTO MODULE std.metasql.unparenthesize;

CREATE PERFETTO MACRO _ifg_null(name ColumnName) RETURNS Expr AS NULL AS $name;

-- The intervals, and between them rows with NULL for the data columns: ts, dur, group columns, data columns.
CREATE PERFETTO MACRO _intervals_fill_gaps(group_cols ColumnNameList, data_cols ColumnNameList, intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _ifg_rows AS (
      SELECT
        ts,
        dur,
        metasql_unparenthesize_exprlist!($group_cols),
        metasql_unparenthesize_exprlist!($data_cols),
        lead(ts) OVER (PARTITION BY metasql_unparenthesize_exprlist!($group_cols) ORDER BY ts) AS _ifg_next,
        row_number() OVER (PARTITION BY metasql_unparenthesize_exprlist!($group_cols) ORDER BY ts) AS _ifg_number
      FROM $intervals
    )
  SELECT ts, dur, metasql_unparenthesize_exprlist!($group_cols), metasql_unparenthesize_exprlist!($data_cols)
  FROM _ifg_rows
  UNION ALL
  SELECT
    ts + dur, coalesce(_ifg_next, trace_end()) - ts - dur, metasql_unparenthesize_exprlist!($group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
  FROM _ifg_rows
  WHERE coalesce(_ifg_next, trace_end()) > ts + dur
  UNION ALL
  SELECT trace_start(), ts - trace_start(), metasql_unparenthesize_exprlist!($group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
  FROM _ifg_rows
  WHERE _ifg_number = 1 AND ts > trace_start()
);
