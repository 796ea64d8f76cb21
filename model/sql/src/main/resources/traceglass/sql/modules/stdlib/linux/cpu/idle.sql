-- Idle states of CPUs over time; -1 while a CPU is active, which Linux writes as the largest unsigned number.
INCLUDE PERFETTO MODULE counters.intervals;

-- Times in which each CPU was in an idle state, -1 for none.
CREATE PERFETTO TABLE cpu_idle_counters(
  id LONG, track_id JOINID(track.id), ts TIMESTAMP, dur DURATION, idle LONG, cpu LONG
)
AS
SELECT i.id, i.track_id, i.ts, i.dur, CASE WHEN i.value = 4294967295 THEN -1 ELSE CAST(i.value AS INT) END AS idle, t.cpu
FROM counter_leading_intervals!(
  (SELECT c.* FROM counter AS c JOIN cpu_counter_track AS t ON t.id = c.track_id WHERE t.name = 'cpuidle')
) AS i
JOIN cpu_counter_track AS t ON t.id = i.track_id
ORDER BY i.track_id, i.ts, i.id;
