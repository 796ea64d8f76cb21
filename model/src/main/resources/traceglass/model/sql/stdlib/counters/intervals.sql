-- Counters as intervals of one value.

-- For each run of equal values of a track (id, ts, track_id, value) one row that lasts until the value changes, or the trace ends.
CREATE PERFETTO MACRO counter_leading_intervals(counter_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _cli_before AS (
      SELECT *, lag(value) OVER (PARTITION BY track_id ORDER BY ts, id) AS _cli_value, row_number() OVER (PARTITION BY track_id ORDER BY ts, id) AS _cli_number
      FROM $counter_table
    ),
    _cli_changes AS (
      SELECT id, ts, track_id, CAST(value AS DOUBLE) AS value, CAST(_cli_value AS DOUBLE) AS before
      FROM _cli_before
      WHERE _cli_number = 1 OR value IS DISTINCT FROM _cli_value
    )
  SELECT
    id,
    ts,
    lead(ts, 1, trace_end()) OVER (PARTITION BY track_id ORDER BY ts, id) - ts AS dur,
    track_id,
    value,
    lead(value) OVER (PARTITION BY track_id ORDER BY ts, id) AS next_value,
    value - before AS delta_value
  FROM _cli_changes
  ORDER BY track_id, ts
);
