-- Counters as intervals of constant value.

-- Samples (id, ts, track_id, value) as intervals until the next sample or the end of the trace. Of a long run of equal values only the
-- first two are kept, and the last if another value follows, so that a change after a quiet period starts at the right time.
CREATE PERFETTO MACRO counter_leading_intervals(counter_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _cli_samples AS (
      SELECT
        id,
        ts,
        track_id,
        coalesce(CAST(value AS DOUBLE), 0) AS value,
        lag(coalesce(CAST(value AS DOUBLE), 0), 1) OVER by_time AS before,
        lag(coalesce(CAST(value AS DOUBLE), 0), 2) OVER by_time AS before_that,
        lead(coalesce(CAST(value AS DOUBLE), 0)) OVER by_time AS after
      FROM $counter_table
      WINDOW by_time AS (PARTITION BY track_id ORDER BY ts, id)
    ),
    _cli_kept AS (
      SELECT id, ts, track_id, value
      FROM _cli_samples
      WHERE before IS DISTINCT FROM value OR before_that IS DISTINCT FROM value OR after <> value
    )
  SELECT
    id,
    ts,
    lead(ts, 1, trace_end()) OVER by_time - ts AS dur,
    track_id,
    value,
    lead(value) OVER by_time AS next_value,
    value - lag(value) OVER by_time AS delta_value
  FROM _cli_kept
  WINDOW by_time AS (PARTITION BY track_id ORDER BY ts, id)
  ORDER BY track_id, ts, id
);
