-- Common definitions of the CPU utilization modules: running threads with the frequency of their CPU, and shares of time.
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE linux.cpu.frequency;

-- Start of the period that contains a timestamp.
CREATE PERFETTO FUNCTION _partition_start(ts TIMESTAMP, size LONG) RETURNS LONG AS
SELECT ($ts / $size) * $size;

-- Utilization of the CPUs by running slices (ts, ts_end), per period: utilization of all CPUs combined (1 if all are always busy) and
-- unnormalized_utilization (1 if one CPU is always busy). A running slice counts in the period in which it started, up to the period's
-- end. As in the trace processor, there are at most as many periods from the trace's start on as there are rows in sched.
CREATE PERFETTO MACRO _cpu_avg_utilization_per_period(interval Expr, sched_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH _cau_used AS (
    SELECT
      _cau.ts / $interval * $interval AS ts,
      CAST(sum(least(_cau.ts_end, _cau.ts / $interval * $interval + $interval) - _cau.ts) AS DOUBLE) / CAST($interval AS DOUBLE) AS used
    FROM $sched_table AS _cau
    WHERE _cau.ts / $interval - trace_start() / $interval BETWEEN 0 AND (SELECT count(*) - 1 FROM sched)
    GROUP BY 1
  )
  SELECT ts, used / (SELECT max(cpu) + 1 FROM sched) AS utilization, used AS unnormalized_utilization
  FROM _cau_used
  ORDER BY ts
);

CREATE PERFETTO VIEW _cpu_freq_for_metrics AS
SELECT id, ts, dur, cpu, ucpu, freq FROM cpu_frequency_counters WHERE freq IS NOT NULL;

CREATE PERFETTO VIEW _sched_without_id AS
SELECT ts, dur, utid, ucpu
FROM sched
WHERE dur <> -1 AND utid NOT IN (SELECT utid FROM thread WHERE is_idle);

CREATE VIRTUAL TABLE _cpu_freq_per_thread_span_join USING SPAN_LEFT_JOIN(_sched_without_id PARTITIONED ucpu, _cpu_freq_for_metrics PARTITIONED ucpu);

-- Running slices of threads, split at changes of their CPU's frequency; freq is NULL where it is unknown.
CREATE PERFETTO TABLE _cpu_freq_per_thread AS
SELECT row_number() OVER () - 1 AS id, ts, dur, ucpu, cpu, utid, freq, id AS counter_id
FROM _cpu_freq_per_thread_span_join;

-- Columns of cycles from running slices: kHz for a nanosecond are a thousandth of a millicycle. The frequency is the average over
-- `known`.
CREATE PERFETTO MACRO _cpu_cycle_columns(dur Expr, freq Expr, known Expr)
RETURNS Expr AS
CAST(sum($dur * $freq / 1000) AS INT) AS millicycles,
CAST(sum($dur * $freq / 1000) / 1e9 AS INT) AS megacycles,
CAST(sum($dur) AS INT) AS runtime,
min($freq) AS min_freq,
max($freq) AS max_freq,
CAST(sum($dur * $freq / 1000) AS INT) / (CAST(sum($known) AS INT) / 1000) AS avg_freq;

-- The same from rows that have these columns already.
CREATE PERFETTO MACRO _cpu_cycle_sums(rows ColumnName)
RETURNS Expr AS
CAST(sum($rows.millicycles) AS INT) AS millicycles,
CAST(sum($rows.millicycles) / 1e9 AS INT) AS megacycles,
CAST(sum($rows.runtime) AS INT) AS runtime,
min($rows.min_freq) AS min_freq,
max($rows.max_freq) AS max_freq,
CAST(sum($rows.millicycles) AS INT) / (CAST(sum($rows.runtime) AS INT) / 1000) AS avg_freq;

-- Running slices in a time window: id, ts, dur, ucpu, utid, freq, and the part of each in which the machine was awake.
CREATE PERFETTO MACRO _cpu_freq_in_interval(ts Expr, dur Expr)
RETURNS TableOrSubquery AS
(
  SELECT i.id, i.ts, i.dur, f.ucpu, f.cpu, f.utid, f.freq
  FROM _cpu_freq_per_thread AS f
  JOIN _interval_intersect_single!($ts, $dur, _cpu_freq_per_thread) AS i ON i.id = f.id
);
