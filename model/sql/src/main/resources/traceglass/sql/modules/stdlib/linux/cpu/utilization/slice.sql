-- CPU cycles of slices of threads.
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- Slices (id, dur, name, …) with their cycles, which are known only if the thread ran at a known frequency all the time.
CREATE PERFETTO MACRO _cpu_cycles_of_slices(slices TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH
    _ccs_slices AS (SELECT * FROM $slices),
    _ccs_cycles AS (
      SELECT
        o.id_0 AS id,
        sum(o.dur) AS dur,
        CAST(sum(o.dur * f.freq / 1000) AS INT) AS millicycles,
        CAST(sum(o.dur * f.freq / 1000) / 1e9 AS INT) AS megacycles
      FROM _interval_intersect!(
        ((SELECT id, ts, dur, utid FROM _ccs_slices WHERE dur > 0 AND utid > 0), (SELECT id, ts, dur, utid FROM _cpu_freq_per_thread WHERE freq IS NOT NULL)),
        (utid)) AS o
      JOIN _cpu_freq_per_thread AS f ON f.id = o.id_1
      GROUP BY o.id_0
    )
  SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, c.millicycles, c.megacycles
  FROM _ccs_slices AS s
  LEFT JOIN _ccs_cycles AS c ON c.id = s.id AND c.dur = s.dur
  ORDER BY s.track_id, s.id
);

-- Cycles during each slice of a thread.
CREATE PERFETTO TABLE cpu_cycles_per_thread_slice(
  id JOINID(slice.id), name STRING, utid JOINID(thread.id), thread_name STRING, upid JOINID(process.id), process_name STRING,
  millicycles LONG, megacycles LONG
)
AS
SELECT * FROM _cpu_cycles_of_slices!(thread_slice);

-- Cycles of the part of each slice in a time window.
CREATE PERFETTO FUNCTION cpu_cycles_per_thread_slice_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(
  id JOINID(slice.id), name STRING, utid JOINID(thread.id), thread_name STRING, upid JOINID(process.id), process_name STRING,
  millicycles LONG, megacycles LONG
) AS
SELECT *
FROM _cpu_cycles_of_slices!(
  (
    SELECT i.id, i.ts, i.dur, t.name, t.utid, t.thread_name, t.upid, t.process_name, t.track_id
    FROM _interval_intersect_single!($ts, $dur, (SELECT id, ts, dur FROM thread_slice WHERE dur > 0 AND utid > 0)) AS i
    JOIN thread_slice AS t ON t.id = i.id
  )
);
