-- Gaps between intervals as separate intervals, up to the trace bounds.
INCLUDE PERFETTO MODULE std.metasql.unparenthesize;

CREATE PERFETTO MACRO _ifg_null(name ColumnName) RETURNS Expr AS NULL;

-- The non-empty intervals, and between them, for each value of the group columns, rows with NULL in the data columns: ts, dur, group
-- columns, data columns, sorted by time. A group with only rows without timestamp, and an empty table, have one gap of the length of
-- the trace.
CREATE PERFETTO MACRO _intervals_fill_gaps(group_cols ColumnNameList, data_cols ColumnNameList, intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _ifg_rows AS (
      SELECT ts, dur, metasql_unparenthesize_exprlist!($group_cols), metasql_unparenthesize_exprlist!($data_cols) FROM $intervals
    ),
    _ifg_bounds AS (
      SELECT metasql_unparenthesize_exprlist!($group_cols), min(ts) AS _ifg_first, max(ts + dur) AS _ifg_last
      FROM _ifg_rows
      GROUP BY metasql_unparenthesize_exprlist!($group_cols)
    ),
    _ifg_parts AS (
      SELECT 0 AS _ifg_part, * FROM _ifg_rows
      UNION ALL
      SELECT
        1, trace_start(), _ifg_first - trace_start(), metasql_unparenthesize_exprlist!($group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
      FROM _ifg_bounds
      UNION ALL
      SELECT 2, _ifg_last, trace_end() - _ifg_last, metasql_unparenthesize_exprlist!($group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
      FROM _ifg_bounds
      UNION ALL
      SELECT 3, trace_start(), trace_dur(), metasql_unparenthesize_exprlist!($group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
      FROM _ifg_bounds
      WHERE _ifg_first IS NULL AND _ifg_last IS NULL
      UNION ALL
      SELECT 3, trace_start(), trace_dur(), __intrinsic_token_apply!(_ifg_null, $group_cols), __intrinsic_token_apply!(_ifg_null, $data_cols)
      WHERE NOT EXISTS (SELECT 1 FROM _ifg_rows)
      UNION ALL
      SELECT
        4,
        ts + dur,
        lead(ts) OVER (PARTITION BY metasql_unparenthesize_exprlist!($group_cols) ORDER BY ts) - ts - dur,
        metasql_unparenthesize_exprlist!($group_cols),
        __intrinsic_token_apply!(_ifg_null, $data_cols)
      FROM _ifg_rows
    )
  SELECT * EXCLUDE (_ifg_part)
  FROM _ifg_parts
  WHERE dur > 0
  ORDER BY ts, _ifg_part, metasql_unparenthesize_exprlist!($group_cols)
);
