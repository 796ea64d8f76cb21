-- Overlaps of intervals. An interval is [ts, ts + dur); an empty interval is the instant ts.

-- Periods in which intervals of all tables overlap: ts, dur, id_0, id_1, … and the partition columns.
CREATE PERFETTO MACRO _interval_intersect(tables TableOrSubqueryList, partitions ColumnNameList)
RETURNS TableOrSubquery AS
tg_op_interval_intersect($tables, $partitions);

-- Intersections of the intervals of several tables, for each partition.
CREATE PERFETTO MACRO interval_intersect(tables TableOrSubqueryList, partitions ColumnNameList)
RETURNS TableOrSubquery AS
tg_op_interval_intersect($tables, $partitions);

-- A column of the rows `input` in the form that the function expects: its name in the result, and its value.
CREATE PERFETTO MACRO _ii_df_agg(x ColumnName, y ColumnName) RETURNS _ProjectionFragment AS
__intrinsic_stringify!($x), input.$y;

-- Intervals as an argument of __intrinsic_interval_intersect, for queries that call it themselves.
CREATE PERFETTO MACRO _interval_agg(tab TableOrSubquery, agg_columns ColumnNameList) RETURNS TableOrSubquery AS
(
  SELECT
    __intrinsic_interval_tree_intervals_agg(
      input.id, input.ts, input.dur __intrinsic_token_apply_prefix!(_ii_df_agg, $agg_columns, $agg_columns))
  FROM $tab AS input
);

-- Overlaps of two tables whose columns have other names.
CREATE PERFETTO MACRO _interval_intersect_with_col_names(
  t1 TableOrSubquery, id1 ColumnName, ts1 ColumnName, dur1 ColumnName,
  t2 TableOrSubquery, id2 ColumnName, ts2 ColumnName, dur2 ColumnName,
  partitions ColumnNameList)
RETURNS TableOrSubquery AS
tg_op_interval_intersect(($t1, $t2), $partitions, ($id1, $ts1, $dur1), ($id2, $ts2, $dur2));

-- Intervals clipped to one window.
CREATE PERFETTO MACRO _interval_intersect_single(ts Expr, dur Expr, intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    i.id,
    greatest(i.ts, $ts) AS ts,
    least(i.ts + i.dur, $ts + $dur) - greatest(i.ts, $ts) AS dur
  FROM $intervals AS i
  WHERE i.dur >= 0 AND i.ts < $ts + greatest($dur, 1) AND i.ts + greatest(i.dur, 1) > $ts
  ORDER BY ts
);

-- Time split at every start and end: the intervals present in each piece, and those that end where it starts.
CREATE PERFETTO MACRO interval_self_intersect(intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _isi_intervals AS (SELECT id, ts, ts + dur AS ts_end FROM $intervals),
    _isi_borders AS (SELECT ts AS border FROM _isi_intervals UNION SELECT ts_end FROM _isi_intervals),
    _isi_pieces AS (
      SELECT
        border,
        coalesce(lead(border) OVER (ORDER BY border) - border, 0) AS piece_dur,
        row_number() OVER (ORDER BY border) AS piece
      FROM _isi_borders
    )
  SELECT
    p.border AS ts,
    p.piece_dur AS dur,
    p.piece AS group_id,
    i.id,
    i.ts_end = p.border AS interval_ends_at_ts
  FROM _isi_pieces AS p
  JOIN _isi_intervals AS i ON i.ts <= p.border AND i.ts_end >= p.border
  ORDER BY p.border, i.id
);
