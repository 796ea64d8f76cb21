-- Gaps between intervals as intervals of their own, up to the bounds of the trace.
INCLUDE PERFETTO MODULE std.metasql.unparenthesize;

CREATE PERFETTO MACRO _ifg_null(name Expr) RETURNS Expr AS NULL;

-- The intervals that last, and between them rows with NULL for the data columns: ts, dur, group columns, data columns. A group without
-- any time, and no rows at all, give one gap as long as the trace.
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
        lead(ts) OVER (PARTITION BY metasql_unparenthesize_exprlist!($group_cols) ORDER BY ts) AS _ifg_next
      FROM $intervals
    ),
    _ifg_groups AS (
      SELECT min(ts) AS _ifg_from, max(ts + dur) AS _ifg_to, metasql_unparenthesize_exprlist!($group_cols)
      FROM _ifg_rows
      GROUP BY metasql_unparenthesize_exprlist!($group_cols)
    ),
    _ifg_all AS (
      SELECT ts, dur, metasql_unparenthesize_exprlist!($group_cols), metasql_unparenthesize_exprlist!($data_cols)
      FROM _ifg_rows
      UNION ALL
      SELECT ts + dur, _ifg_next - ts - dur, metasql_unparenthesize_exprlist!($group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
      FROM _ifg_rows
      UNION ALL
      SELECT
        trace_start(),
        coalesce(_ifg_from, trace_end()) - trace_start(),
        metasql_unparenthesize_exprlist!($group_cols),
        __intrinsic_token_apply!(_ifg_null, $data_cols)
      FROM _ifg_groups
      UNION ALL
      SELECT _ifg_to, trace_end() - _ifg_to, metasql_unparenthesize_exprlist!($group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
      FROM _ifg_groups
      UNION ALL
      SELECT trace_start(), trace_dur(), __intrinsic_token_apply!(_ifg_null, $group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
      WHERE NOT EXISTS (SELECT 1 FROM _ifg_rows)
    )
  SELECT * FROM _ifg_all WHERE dur > 0 ORDER BY ts
);
