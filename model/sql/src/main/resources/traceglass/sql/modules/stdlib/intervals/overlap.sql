-- Number of concurrent intervals, and intervals merged if they overlap.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE std.metasql.unparenthesize;

-- Number of intervals at each time at which it changes: ts, value. A duration of -1 never ends.
CREATE PERFETTO MACRO intervals_overlap_count(segments TableOrSubquery, ts_column ColumnName, dur_column ColumnName)
RETURNS TableOrSubquery AS
(
  WITH _ioc_changes AS (
    SELECT $ts_column AS moment, 1 AS change FROM $segments
    UNION ALL
    SELECT $ts_column + $dur_column, -1 FROM $segments WHERE $dur_column <> -1
  )
  SELECT moment AS ts, CAST(sum(sum(change)) OVER (ORDER BY moment) AS INT) AS value
  FROM _ioc_changes
  GROUP BY moment
  ORDER BY moment
);

-- Number of intervals for each value of a column: ts, value, group_name.
CREATE PERFETTO MACRO intervals_overlap_count_by_group(
  segments TableOrSubquery, ts_column ColumnName, dur_column ColumnName, group_column ColumnName)
RETURNS TableOrSubquery AS
(
  WITH _ioc_changes AS (
    SELECT $ts_column AS moment, 1 AS change, $group_column AS grouped FROM $segments
    UNION ALL
    SELECT $ts_column + $dur_column, -1, $group_column FROM $segments WHERE $dur_column <> -1
  )
  SELECT moment AS ts, CAST(sum(sum(change)) OVER (PARTITION BY grouped ORDER BY moment) AS INT) AS value, grouped AS group_name
  FROM _ioc_changes
  GROUP BY moment, grouped
  ORDER BY moment, grouped
);

-- Whether any two intervals overlap: one row, has_overlaps.
CREATE PERFETTO MACRO _intervals_overlap_in_table(intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT CAST(count(*) > 0 AS INT) AS has_overlaps
  FROM (SELECT ts + dur AS ts_end, lead(ts) OVER (ORDER BY ts) AS next_ts FROM $intervals WHERE dur <> -1)
  WHERE ts_end > next_ts
);

-- Intervals merged if they overlap or touch: ts, dur and the partition columns.
CREATE PERFETTO MACRO interval_merge_overlapping_partitioned(intervals TableOrSubquery, partition_columns ColumnNameList)
RETURNS TableOrSubquery AS
(
  WITH
    _imo_ends AS (
      SELECT
        *,
        max(ts + dur) OVER (
          PARTITION BY metasql_unparenthesize_exprlist!($partition_columns)
          ORDER BY ts
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS _imo_before
      FROM $intervals
      WHERE dur >= 0
    ),
    _imo_numbered AS (
      SELECT
        *,
        count_if(_imo_before IS NULL OR ts > _imo_before) OVER (
          PARTITION BY metasql_unparenthesize_exprlist!($partition_columns)
          ORDER BY ts
          ROWS UNBOUNDED PRECEDING
        ) AS _imo_island
      FROM _imo_ends
    )
  SELECT min(ts) AS ts, max(ts + dur) - min(ts) AS dur, metasql_unparenthesize_exprlist!($partition_columns)
  FROM _imo_numbered
  GROUP BY metasql_unparenthesize_exprlist!($partition_columns), _imo_island
  ORDER BY metasql_unparenthesize_exprlist!($partition_columns), ts
);

-- Intervals merged if they overlap or are at most epsilon apart: ts, dur.
CREATE PERFETTO MACRO interval_merge_overlapping(intervals TableOrSubquery, epsilon Expr)
RETURNS TableOrSubquery AS
(
  WITH
    _imo_ends AS (
      SELECT ts, dur, max(ts + dur) OVER (ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS _imo_before
      FROM $intervals
    ),
    _imo_numbered AS (
      SELECT
        ts,
        dur,
        count_if(_imo_before IS NULL OR ts > _imo_before + $epsilon) OVER (ORDER BY ts ROWS UNBOUNDED PRECEDING) AS _imo_island
      FROM _imo_ends
    )
  SELECT min(ts) AS ts, max(ts + dur) - min(ts) AS dur
  FROM _imo_numbered
  GROUP BY _imo_island
  ORDER BY ts
);

-- Each root interval (id, ts, dur) with the intervals below it (root_id, id, parent_id, ts, dur); those without any once, with NULLs.
CREATE PERFETTO MACRO _intervals_merge_root_and_children(roots_table TableOrSubquery, children_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _imr_roots AS (SELECT r.id AS root_id, r.ts AS root_ts, r.dur AS root_dur FROM $roots_table AS r WHERE r.dur > 0),
    _imr_children AS (SELECT c.* FROM $children_table AS c WHERE c.dur > 0)
  SELECT r.root_id, r.root_ts, r.root_dur, c.id, c.parent_id, c.ts, c.dur
  FROM _imr_roots AS r
  LEFT JOIN _imr_children AS c ON c.root_id = r.root_id
);

-- Roots and children matched by a key and by time: the children are clipped to their root.
CREATE PERFETTO MACRO _intervals_merge_root_and_children_by_intersection(
  roots_table TableOrSubquery, children_table TableOrSubquery, key ColumnName)
RETURNS TableOrSubquery AS
(
  WITH
    _imr_roots AS (SELECT * FROM $roots_table WHERE dur > 0),
    _imr_children AS (SELECT * FROM $children_table WHERE dur > 0)
  SELECT
    ii.ts,
    ii.dur,
    c.id,
    coalesce(c.parent_id, r.id) AS parent_id,
    r.id AS root_id,
    r.ts AS root_ts,
    r.dur AS root_dur,
    ii.$key
  FROM _interval_intersect!((_imr_children, _imr_roots), ($key)) AS ii
  JOIN _imr_children AS c ON c.id = ii.id_0
  JOIN _imr_roots AS r ON r.id = ii.id_1
);

-- For each root the deepest interval at every time: ts, dur, id (the root's own if there is no other), root_id.
CREATE PERFETTO MACRO _intervals_flatten(children_with_roots_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _if_rows AS (SELECT * FROM $children_with_roots_table WHERE root_dur > 0 AND (dur IS NULL OR dur > 0)),
    _if_events AS (
      SELECT root_id, root_ts, root_dur, root_id AS id, root_ts AS moment, 0 AS rank, 0 AS start, 0 AS tie FROM _if_rows
      UNION
      SELECT root_id, root_ts, root_dur, id, ts, 2, ts, id FROM _if_rows WHERE id IS NOT NULL
      UNION
      SELECT root_id, root_ts, root_dur, coalesce(parent_id, root_id), ts + dur, 1, -ts, -id FROM _if_rows WHERE id IS NOT NULL
    ),
    _if_last AS (
      SELECT root_id, root_ts, root_dur, moment, arg_max(id, row(rank, start, tie)) AS id
      FROM _if_events
      WHERE moment < root_ts + root_dur
      GROUP BY root_id, root_ts, root_dur, moment
    )
  SELECT
    moment AS ts,
    lead(moment, 1, root_ts + root_dur) OVER (PARTITION BY root_id ORDER BY moment) - moment AS dur,
    id,
    root_id
  FROM _if_last
  ORDER BY moment
);
