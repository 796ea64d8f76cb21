-- Intervals at reduced resolution: time divided into buckets of equal length, each with its most frequent content, for drawing at low
-- zoom.
INCLUDE PERFETTO MODULE intervals.intersect;

-- For each partition of a table (ts, dur, the partition column) the number of buckets that cover it.
CREATE PERFETTO MACRO _mipmap_bucket_metadata(_source_table TableOrSubquery, _partition_column ColumnName, _bucket_duration_ns Expr)
RETURNS TableOrSubquery AS
(
  SELECT
    $_partition_column,
    min(ts) AS trace_min_ts,
    max(ts + dur) AS trace_max_ts,
    $_bucket_duration_ns AS bucket_duration_ns,
    (max(ts + dur) - min(ts) + $_bucket_duration_ns - 1) / $_bucket_duration_ns AS bucket_count
  FROM $_source_table
  GROUP BY $_partition_column
);

-- The buckets: id, the partition column, bucket_index, ts, dur. A partition has at least one.
CREATE PERFETTO MACRO _mipmap_buckets_table(_source_table TableOrSubquery, _partition_column ColumnName, _bucket_duration_ns Expr)
RETURNS TableOrSubquery AS
(
  WITH _mm_buckets AS (
    SELECT $_partition_column, trace_min_ts, unnest(range(greatest(bucket_count, 1))) AS bucket_index
    FROM _mipmap_bucket_metadata!($_source_table, $_partition_column, $_bucket_duration_ns)
  )
  SELECT
    row_number() OVER (ORDER BY $_partition_column, bucket_index) AS id,
    $_partition_column,
    bucket_index,
    trace_min_ts + bucket_index * $_bucket_duration_ns AS ts,
    $_bucket_duration_ns AS dur
  FROM _mm_buckets
  ORDER BY id
);

-- Sources (id, ts, dur, group_hash, the partition column) in buckets: each bucket shows the group with the most time in it, and
-- adjacent buckets of one group become one row: the partition column, id (the smallest of the sources), ts, dur, group_hash.
CREATE PERFETTO MACRO _mipmap_merged(
  _source_slices_with_ids TableOrSubquery, _buckets TableOrSubquery, _partition_column ColumnName, _bucket_duration_ns Expr)
RETURNS TableOrSubquery AS
(
  WITH
    _mm_shares AS (
      SELECT
        b.$_partition_column,
        b.bucket_index,
        b.ts,
        s.group_hash,
        min(s.id) AS source_id,
        sum(o.dur) AS share,
        min(s.ts) AS first_ts
      FROM _interval_intersect!(($_buckets, $_source_slices_with_ids), ($_partition_column)) AS o
      JOIN $_buckets AS b ON b.id = o.id_0
      JOIN $_source_slices_with_ids AS s ON s.id = o.id_1
      GROUP BY b.$_partition_column, b.bucket_index, b.ts, s.group_hash
    ),
    _mm_winners AS (
      SELECT *
      FROM _mm_shares
      QUALIFY row_number() OVER (PARTITION BY $_partition_column, bucket_index ORDER BY share DESC, first_ts, group_hash) = 1
    ),
    _mm_changes AS (
      SELECT
        *,
        CAST(group_hash IS DISTINCT FROM lag(group_hash) OVER (PARTITION BY $_partition_column ORDER BY bucket_index) AS INT) AS is_change
      FROM _mm_winners
    ),
    _mm_islands AS (
      SELECT *, sum(is_change) OVER (PARTITION BY $_partition_column ORDER BY bucket_index ROWS UNBOUNDED PRECEDING) AS island
      FROM _mm_changes
    )
  SELECT
    $_partition_column,
    min(source_id) AS id,
    CAST(min(ts) AS INT) AS ts,
    (max(bucket_index) - min(bucket_index) + 1) * $_bucket_duration_ns AS dur,
    group_hash
  FROM _mm_islands
  GROUP BY $_partition_column, island, group_hash
  ORDER BY min(ts), $_partition_column
);
